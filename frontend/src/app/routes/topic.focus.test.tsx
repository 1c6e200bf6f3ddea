import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadPreferences } from '../../features/player/lib/preferences';
import { media, topic } from '../../test/player';
import { findVideo, open, press, state } from '../../test/topicPage';

const bar = () => within(screen.getByRole('region', { name: 'Focus layout' }));
const findButton = () => screen.findByRole('button', { name: 'Focus' });

afterEach(() => localStorage.clear());

async function enter(topicId = 't2') {
  const view = open(topicId);
  await userEvent.click(await findButton());
  return view;
}

test('the button opens a slim bar with the title and the topics beside it', async () => {
  await enter();
  expect(bar().getByText('What it forgets')).toBeInTheDocument();
  expect(bar().getByRole('link', { name: 'Previous topic: Four prices' })).toHaveAttribute(
    'href',
    '/course/c1/topic/t1',
  );
  expect(bar().getByRole('link', { name: /^Next topic: / })).toHaveAttribute('href', '/course/c1/topic/t3');
  expect(screen.queryByRole('button', { name: 'Focus' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Leave the focus layout' })).toHaveFocus();
});

test('it is left by its button, which gives the focus back', async () => {
  await enter();
  await press('Leave the focus layout');
  expect(screen.queryByRole('region', { name: 'Focus layout' })).not.toBeInTheDocument();
  expect(await findButton()).toHaveFocus();
  expect(loadPreferences().focus).toBe(false);
});

test('this device remembers it, without taking the focus', async () => {
  const { unmount } = await enter();
  unmount();
  open('t2');
  expect(await screen.findByRole('region', { name: 'Focus layout' })).toBeInTheDocument();
  expect(document.body).toHaveFocus();
});

test('it stays when another topic opens', async () => {
  await enter();
  await userEvent.click(bar().getByRole('link', { name: 'Previous topic: Four prices' }));
  expect(await bar().findByText('Four prices')).toBeInTheDocument();
  expect(bar().queryByRole('link', { name: /^Previous topic/ })).not.toBeInTheDocument();
});

test('Escape leaves it, but not out of a text that is being written', async () => {
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a note' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('region', { name: 'Focus layout' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Focus layout' })).not.toBeInTheDocument();
});

test('f in the player is for the full screen', async () => {
  state.topics.t1 = topic('t1', { media: media() });
  open('t1');
  const video = await findVideo();
  await findButton();
  (video.closest('[aria-label^="Video"]') as HTMLElement).focus();
  await userEvent.keyboard('f');
  expect(screen.queryByRole('region', { name: 'Focus layout' })).not.toBeInTheDocument();
});

test('notes and transcript are reached from the bar', async () => {
  state.topics.t1 = topic('t1', { media: media() });
  Element.prototype.scrollIntoView = jest.fn();
  await enter('t1');
  await userEvent.click(bar().getByRole('button', { name: 'Transcript' }));
  expect(document.getElementById('transcript')).toHaveAttribute('open');
  await userEvent.click(bar().getByRole('button', { name: 'Notes' }));
  expect(screen.getByRole('heading', { name: 'Notes' })).toHaveFocus();
});
