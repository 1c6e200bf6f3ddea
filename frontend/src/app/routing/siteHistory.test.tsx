import { act, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { useHistoryStep, useMenuStep } from '../../shared/lib/useHistoryStep';
import { SiteRouter } from './SiteRouter';
import { startHistory } from './siteHistory';

interface OverlayProps {
  name: string;
  /** Work is under way: it must not close. */
  isBusy?: boolean;
  isMenu?: boolean;
  onClose: () => void;
}

function Overlay({ name, isBusy = false, isMenu = false, onClose }: OverlayProps) {
  const useStep = isMenu ? useMenuStep : useHistoryStep;
  const [isInnerOpen, setInnerOpen] = useState(false);
  const navigate = useNavigate();
  useStep(true, () => isBusy || onClose());
  return (
    <div role="dialog" aria-label={name}>
      <button type="button" onClick={onClose}>
        Close {name}
      </button>
      <button type="button" onClick={() => setInnerOpen(true)}>
        Confirm {name}
      </button>
      <button type="button" onClick={() => navigate('/next')}>
        Next page
      </button>
      <button type="button" onClick={() => navigate('/page?level=new', { replace: true })}>
        Filter
      </button>
      {isInnerOpen && <Overlay name="inner" onClose={() => setInnerOpen(false)} />}
    </div>
  );
}

const visits: string[] = [];
let mounts = 0;

/** A page with an overlay that closes when another page opens, as those of the header do. */
function Page(overlay: Partial<OverlayProps> & { staysOpen?: boolean }) {
  const { pathname, search, key } = useLocation();
  const navigationType = useNavigationType();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt !== null && (openedAt === key || overlay.staysOpen === true);
  if (openedAt !== null && !isOpen) setOpenedAt(null);
  useEffect(() => {
    mounts += 1;
  }, []);
  useEffect(() => {
    visits.push(`${navigationType} ${pathname}${search}`);
  }, [pathname, search, navigationType]);
  return (
    <main>
      <button type="button" onClick={() => setOpenedAt(key)}>
        Open
      </button>
      {isOpen && <Overlay name="sheet" {...overlay} onClose={() => setOpenedAt(null)} />}
    </main>
  );
}

let added: jest.SpyInstance<void, Parameters<typeof window.addEventListener>>;
beforeEach(() => {
  visits.length = 0;
  mounts = 0;
  added = jest.spyOn(window, 'addEventListener');
  window.history.pushState(null, '', '/before');
  window.history.pushState({ key: 'page', usr: { pages: 2 } }, '', '/page?level=all#rows');
});
afterEach(() => {
  // A history lasts as long as its document.
  for (const [type, listener] of added.mock.calls) window.removeEventListener(type, listener);
  jest.restoreAllMocks();
});

const open = async (overlay: Partial<OverlayProps> & { staysOpen?: boolean } = {}) => {
  render(
    <StrictMode>
      <SiteRouter history={startHistory()}>
        <Page {...overlay} />
      </SiteRouter>
    </StrictMode>,
  );
  press('Open');
  if (!overlay.isMenu) await stepIs(1);
};

const press = (name: string) => act(() => screen.getByRole('button', { name }).click());
const step = () => window.history.state?.step ?? 0;
const stepIs = (expected: number) => waitFor(() => expect(step()).toBe(expected));
const address = () => location.pathname + location.search + location.hash;
const names = () => screen.queryAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-label'));
const showsOnly = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));
/** Goes back or forward and waits until nothing moves any more. */
const go = async (delta: number) => {
  await act(async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.go(delta);
    await arrived;
    await settled();
  });
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
const rest = () => act(async () => void (await settled()));

test('Back closes what is open, and the page behind hears nothing of it', async () => {
  await open();
  expect(window.history.state).toEqual({ key: 'page', usr: { pages: 2 }, step: 1 });
  expect(address()).toBe('/page?level=all#rows');
  const before = [...visits];
  await go(-1);
  expect(names()).toEqual([]);
  expect(window.history.state).toEqual({ key: 'page', usr: { pages: 2 } });
  expect(address()).toBe('/page?level=all#rows');
  expect(visits).toEqual(before);
  await go(-1);
  expect(address()).toBe('/before');
  expect(mounts).toBe(2);
});

test('a page opened while React still hydrates the first one is shown', () => {
  const history = startHistory();
  function Early() {
    // Before the router's own effects, like Back pressed during the hydration.
    useLayoutEffect(() => history.push('/next', null), []);
    return <p>{useLocation().pathname}</p>;
  }
  render(
    <SiteRouter history={history}>
      <Early />
    </SiteRouter>,
  );
  expect(screen.getByText('/next')).toBeInTheDocument();
});

test('closing it otherwise leaves no entry: Back leaves the page', async () => {
  await open();
  press('Close sheet');
  await stepIs(0);
  await go(-1);
  expect(address()).toBe('/before');
});

test('Forward after closing opens nothing and stays on the page', async () => {
  await open();
  await go(-1);
  await go(1);
  await stepIs(0);
  expect(names()).toEqual([]);
  expect(address()).toBe('/page?level=all#rows');
  await go(-1);
  expect(address()).toBe('/before');
});

test('what opened inside closes first', async () => {
  await open();
  press('Confirm sheet');
  await stepIs(2);
  await go(-1);
  await showsOnly('sheet');
  await go(-1);
  await showsOnly();
  expect(address()).toBe('/page?level=all#rows');
});

test('all close at once with what they are in', async () => {
  await open();
  press('Confirm sheet');
  await stepIs(2);
  press('Close sheet');
  await stepIs(0);
  expect(names()).toEqual([]);
  await go(-1);
  expect(address()).toBe('/before');
});

test('what must not close stays open with its step', async () => {
  await open({ isBusy: true });
  for (let times = 0; times < 2; times += 1) {
    await go(-1);
    await stepIs(1);
    expect(names()).toEqual(['sheet']);
  }
  expect(address()).toBe('/page?level=all#rows');
});

test('what replaces another takes over its step', async () => {
  await open();
  const length = window.history.length;
  const pushed = jest.spyOn(window.history, 'pushState');
  const gone = jest.spyOn(window.history, 'go');
  press('Close sheet');
  press('Open');
  await rest();
  expect(step()).toBe(1);
  expect(window.history).toHaveLength(length);
  expect(pushed).not.toHaveBeenCalled();
  expect(gone).not.toHaveBeenCalled();
});

test('a page opened from inside takes the place of the step', async () => {
  await open();
  const length = window.history.length;
  press('Next page');
  await showsOnly();
  await rest();
  expect(window.history).toHaveLength(length);
  await go(-1);
  expect(address()).toBe('/page?level=all#rows');
  expect(names()).toEqual([]);
  await go(-1);
  expect(address()).toBe('/before');
  expect(visits.slice(-3)).toEqual(['PUSH /next', 'POP /page?level=all', 'POP /before']);
});

test('steps that are left below a new page are skipped', async () => {
  await open();
  press('Confirm sheet');
  await stepIs(2);
  act(() => screen.getAllByRole('button', { name: 'Next page' })[1]?.click());
  await showsOnly();
  await go(-1);
  await stepIs(0);
  expect(address()).toBe('/page?level=all#rows');
  await go(-1);
  expect(address()).toBe('/before');
});

test('what stays open while its page is replaced gets its step there', async () => {
  await open({ staysOpen: true });
  press('Filter');
  await waitFor(() => expect(address()).toBe('/page?level=new'));
  await stepIs(1);
  expect(names()).toEqual(['sheet']);
  await go(-1);
  expect(names()).toEqual([]);
  expect(address()).toBe('/page?level=new');
  await go(-1);
  expect(address()).toBe('/before');
});

test('a reload while something was open starts on the page itself', async () => {
  window.history.pushState({ ...window.history.state, step: 1 }, '');
  window.history.pushState({ ...window.history.state, step: 2 }, '');
  const history = startHistory();
  await stepIs(0);
  expect(address()).toBe('/page?level=all#rows');
  expect(history.visit().location).toMatchObject({ key: 'page', state: { pages: 2 } });
  await go(-1);
  expect(address()).toBe('/before');
});

test('a browser that does not go back keeps nobody from the next page', async () => {
  await open({ staysOpen: true });
  jest.spyOn(window.history, 'go').mockImplementation(() => undefined);
  press('Filter');
  expect(address()).toBe('/page?level=all#rows');
  await waitFor(() => expect(address()).toBe('/page?level=new'));
});

test.each([
  [true, 1],
  [false, 0],
])('a menu where the pointer is coarse: %s has %s steps', async (matches, steps) => {
  jest.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
  await open({ isMenu: true });
  await rest();
  expect(step()).toBe(steps);
});
