import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { ChapterText } from './ChapterText';

const MARGIN = {
  _id: 't1',
  term: 'Margin',
  weburlname: 'margin',
  definition: 'A deposit that <b>must</b> be there.',
  chapter: {
    title: 'Futures',
    weburlname: 'futures',
    moduleTitle: 'Risk',
    moduleWeburlname: 'risk',
  },
};
const HTML =
  '<p>The <a class="term" href="/academy/glossary#term-margin">margins</a> and a ' +
  '<a class="term" href="/academy/glossary#term-other">lot</a>.</p>';

// jsdom has no pop-overs.
const toggleTo = (newState: string) =>
  function (this: HTMLElement) {
    fireEvent(this, Object.assign(new Event('toggle'), { newState }));
  };
const stub = (showPopover?: unknown) =>
  Object.assign(HTMLElement.prototype, { showPopover, hidePopover: toggleTo('closed') });

const setUp = () => {
  const view = render(
    <MemoryRouter>
      <ChapterText html={HTML} terms={[MARGIN]} />
    </MemoryRouter>,
  );
  // Following a link is more than jsdom can do.
  const followed = jest.fn((event: Event) => {
    if (!event.defaultPrevented) event.preventDefault();
    else return false;
    return true;
  });
  view.container.addEventListener('click', followed);
  return { ...view, followed };
};
const trigger = () => screen.getByRole('button', { name: 'margins' });

test('a term says what it means, and gives the glossary and its chapter', async () => {
  stub(toggleTo('open'));
  const { followed } = setUp();
  expect(trigger()).toHaveAttribute('aria-haspopup', 'dialog');
  expect(trigger()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(trigger());

  const popover = screen.getByRole('dialog', { name: 'Margin' });
  expect(popover).toHaveAccessibleDescription('A deposit that <b>must</b> be there.');
  expect(popover).toHaveFocus();
  expect(trigger()).toHaveAttribute('aria-expanded', 'true');
  expect(
    within(popover)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/academy/glossary#term-margin', '/academy/risk/futures']);
  expect(followed).toHaveReturnedWith(false);

  await userEvent.click(within(popover).getByRole('button', { name: 'Close' }));
  expect(trigger()).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByText('Futures')).not.toBeInTheDocument();
});

test.each(['{Enter}', ' '])('the key %p opens it', async (key) => {
  stub(toggleTo('open'));
  setUp();
  trigger().focus();
  await userEvent.keyboard(key);
  expect(screen.getByRole('dialog', { name: 'Margin' })).toBeInTheDocument();
});

test('a press on the term of an open pop-over only closes it', () => {
  const show = jest.fn(toggleTo('open'));
  stub(show);
  setUp();
  fireEvent.click(trigger());
  // jsdom has no pointer events either.
  trigger().onpointerdown?.(new Event('pointerdown') as PointerEvent);
  fireEvent.click(trigger());
  expect(show).toHaveBeenCalledTimes(1);
});

test('without pop-overs, or without the term, or into another tab the link is followed', async () => {
  stub(undefined);
  const { followed } = setUp();
  fireEvent.click(trigger());
  stub(toggleTo('open'));
  fireEvent.click(screen.getByRole('button', { name: 'lot' }));
  fireEvent.click(trigger(), { ctrlKey: true });
  expect(followed.mock.results.map(({ value }) => value)).toEqual([true, true, true]);
  expect(screen.queryByText('Margin')).not.toBeInTheDocument();
});
