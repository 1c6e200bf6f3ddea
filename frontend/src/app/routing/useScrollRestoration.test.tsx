import { act, cleanup, render } from '@testing-library/react';
import { SiteRouter } from './SiteRouter';
import { startHistory } from './siteHistory';
import { startScrollRestoration, useScrollRestoration } from './useScrollRestoration';

function Scrolling() {
  useScrollRestoration();
  return <p id="gst">GST</p>;
}

const scrollTo = jest.fn();
const scrollIntoView = jest.fn();
let added: jest.SpyInstance<void, Parameters<typeof window.addEventListener>>;
let cameFrom: jest.SpyInstance<string, []>;

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = scrollTo;
  Element.prototype.scrollIntoView = scrollIntoView;
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
  jest.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(10_000);
  cameFrom = jest.spyOn(document, 'referrer', 'get').mockReturnValue('');
  added = jest.spyOn(window, 'addEventListener');
});
afterEach(() => {
  leave();
  jest.restoreAllMocks();
});

/** As a new document does; the browser keeps the entry's state on a reload and when somebody comes back to it. */
function load() {
  scrollTo.mockClear();
  scrollIntoView.mockClear();
  startScrollRestoration();
  const history = startHistory();
  render(
    <SiteRouter history={history}>
      <Scrolling />
    </SiteRouter>,
  );
  return history;
}

function openByUrl(url: string) {
  window.history.pushState(null, '', url);
  return load();
}

function leaveAt(top: number) {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
  window.dispatchEvent(new Event('scroll'));
  leave();
}

function leave() {
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  for (const [type, listener] of added.mock.calls) window.removeEventListener(type, listener);
  added.mockClear();
}

test('a page opened by its URL starts at the top, wherever it was left before', () => {
  openByUrl('/my-learnings');
  leaveAt(632);
  openByUrl('/my-learnings');
  expect(scrollTo).not.toHaveBeenCalled();
});

test('a reload keeps the position', () => {
  openByUrl('/courses');
  leaveAt(1234);
  load();
  expect(scrollTo.mock.calls).toEqual([[{ top: 1234, behavior: 'instant' }]]);
});

test('an entry of the history that another document wrote is left where it was', () => {
  openByUrl('/courses');
  const { state } = window.history;
  leaveAt(1800);
  openByUrl('/courses');
  leaveAt(40);
  window.history.pushState(state, '', '/courses');
  load();
  expect(scrollTo.mock.calls).toEqual([[{ top: 1800, behavior: 'instant' }]]);
});

test('the other language is shown at the same place', () => {
  openByUrl('/courses?level=Beginner');
  leaveAt(600);
  cameFrom.mockReturnValue(window.location.href);
  openByUrl('/courses?level=Beginner');
  expect(scrollTo.mock.calls).toEqual([[{ top: 600, behavior: 'instant' }]]);
});

test('a link with a hash leads to its target, wherever the page was left before', () => {
  openByUrl('/refund-policy#gst');
  leaveAt(900);
  openByUrl('/refund-policy#gst');
  expect(scrollTo).not.toHaveBeenCalled();
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
});

test('a link to another page scrolls to the top', () => {
  const history = openByUrl('/courses');
  act(() => history.push('/academy', null));
  expect(scrollTo.mock.calls).toEqual([[{ top: 0, behavior: 'instant' }]]);
});
