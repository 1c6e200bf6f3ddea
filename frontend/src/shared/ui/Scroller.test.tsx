import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Scroller } from './Scroller';

function layOut({ clientWidth, scrollWidth }: { clientWidth: number; scrollWidth: number }) {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(clientWidth);
  jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(scrollWidth);
}

const scrollBy = jest.fn();

const watched = new Set<() => void>();
const Unwatched = globalThis.ResizeObserver;

beforeEach(() => {
  Element.prototype.scrollBy = scrollBy;
  globalThis.ResizeObserver = class extends Unwatched {
    private readonly tell: () => void;
    constructor(callback: ResizeObserverCallback) {
      super(callback);
      this.tell = () => callback([], this);
    }
    // As in a browser, the first callback comes after layout.
    override observe() {
      watched.add(this.tell);
      this.tell();
    }
    override disconnect() {
      watched.delete(this.tell);
    }
  };
});

afterEach(() => {
  globalThis.ResizeObserver = Unwatched;
  jest.restoreAllMocks();
});

const renderComponent = () =>
  render(
    <Scroller label="Courses">
      <p>Price</p>
      <p>Options</p>
      <p>Risk</p>
    </Scroller>,
  );

test('each child is an item of a named list', () => {
  renderComponent();
  const list = screen.getByRole('list', { name: 'Courses' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Price', 'Options', 'Risk']);
});

test('what fits has no buttons and takes no tab stop', () => {
  layOut({ clientWidth: 900, scrollWidth: 900 });
  renderComponent();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByRole('list')).not.toHaveAttribute('tabindex');
});

test('what does not fit scrolls by button as far as it goes, and by key', async () => {
  layOut({ clientWidth: 300, scrollWidth: 900 });
  renderComponent();
  const [previous, next] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
  expect(previous).toHaveAccessibleName('Previous: Courses');
  expect(next).toHaveAccessibleName('Next: Courses');
  expect(previous).toBeDisabled();

  await userEvent.click(next);
  expect(scrollBy).toHaveBeenLastCalledWith(expect.objectContaining({ left: 270 }));

  const list = screen.getByRole('list');
  list.scrollLeft = 600;
  fireEvent.scroll(list);
  expect(next).toBeDisabled();
  await userEvent.click(previous);
  expect(scrollBy).toHaveBeenLastCalledWith(expect.objectContaining({ left: -270 }));
  expect(list).toHaveAttribute('tabindex', '0');
});

test('a window that grows takes the buttons away', () => {
  layOut({ clientWidth: 300, scrollWidth: 900 });
  renderComponent();
  layOut({ clientWidth: 900, scrollWidth: 900 });
  act(() => {
    for (const tell of watched) tell();
  });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('no list is watched any more once it is gone', () => {
  const { unmount } = renderComponent();
  expect(watched.size).toBe(1);
  unmount();
  expect(watched.size).toBe(0);
});
