import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { noteSyncOf } from '../../features/player/lib/noteSyncRegistry';
import type { Note } from '../../features/player/queries';
import { setServerTime } from '../../test/serverTime';
import {
  findVideo,
  open,
  people,
  press,
  requests,
  respondWithError,
  server,
  setOnline,
  startPlaying,
  state,
} from '../../test/topicPage';
import { playFor } from '../../test/video';

const NOTES = '/api/course/notes/t1';

const note = (overrides: Partial<Note> = {}): Note => ({
  _id: 'n1',
  at: 65,
  text: 'Four prices.',
  updatedAt: '2026-11-21T09:30:00Z',
  ...overrides,
});

const panel = () => screen.findByRole('region', { name: 'Notes' });
const items = async () => within(await panel()).queryAllByRole('listitem');
const texts = async () => (await items()).map((item) => item.querySelector('p')?.textContent);
const sent = (method: string) => requests.filter(([call]) => call.startsWith(`${method} ${NOTES}`));
const stored = (userId: string) => JSON.parse(localStorage.getItem(`notes:${userId}`) ?? '[]') as object[];

async function write(text: string) {
  await userEvent.type(await screen.findByRole('textbox', { name: /^Note/ }), text);
  await press('Save note');
}

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

test('a note is written at the moment of the video, which waits meanwhile', async () => {
  const { user } = open();
  const video = await startPlaying();
  await playFor(video, 65);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a note at 1:05' }));
  expect(video.paused).toBe(true);
  expect(screen.getByRole('textbox', { name: 'Note at 1:05' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Save note' })).toBeDisabled();
  await write('  Open, high, low, close. ');
  expect(await texts()).toEqual(['Open, high, low, close.']);
  expect(screen.getByRole('button', { name: 'Add a note at 1:05' })).toHaveFocus();
  await waitFor(() => expect(stored(user._id)).toEqual([]));
  const [[, body]] = sent('POST') as [[string, Note]];
  expect(body).toMatchObject({ at: 65, text: 'Open, high, low, close.', userId: user._id });
  expect(
    await within(await panel()).findByText('Saved', { selector: 'span:not(.visually-hidden)' }),
  ).toBeVisible();
});

test('a note has the time of the server, also on a device with a fast clock', async () => {
  open('t2');
  await screen.findByRole('button', { name: 'Add a note' });
  setServerTime(Date.now() - 3_600_000);
  await press('Add a note');
  await write('An hour fast.');
  await waitFor(() => expect(state.notes).toHaveLength(1));
  setServerTime(Date.now());
  const late = Date.now() - 3_600_000 - Date.parse(state.notes[0]?.updatedAt ?? '');
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(20_000);
});

test('without a network notes are kept on this device and sent when it is back', async () => {
  const { user } = open('t2');
  await screen.findByRole('button', { name: 'Add a note' });
  await setOnline(false);
  await press('Add a note');
  await write('Offline.');
  expect(await texts()).toEqual(['Offline.']);
  expect(within((await items())[0] as HTMLElement).getByText('Saved on this device')).toBeVisible();
  expect(stored(user._id)).toMatchObject([{ topicId: 't2', at: 0, text: 'Offline.', isDeleted: false }]);
  await setOnline(true);
  await waitFor(async () =>
    expect(within((await items())[0] as HTMLElement).getByText('Saved')).toBeVisible(),
  );
  expect(stored(user._id)).toEqual([]);
  expect(state.notes).toMatchObject([{ at: 0, text: 'Offline.' }]);
});

test('what a closed tab left behind is shown, and sent at the next visit', async () => {
  const next = `person-${people + 1}`;
  const left = { topicId: 't1', noteId: 'n9', at: 3, text: 'Left.', isDeleted: false };
  localStorage.setItem(`notes:${next}`, JSON.stringify([{ ...left, updatedAt: '2026-11-21T09:31:00.000Z' }]));
  state.notes = [note()];
  open();
  await waitFor(async () => expect(await texts()).toEqual(['Left.', 'Four prices.']));
  await waitFor(() => expect(localStorage.getItem(`notes:${next}`)).toBeNull());
  expect(await texts()).toEqual(['Left.', 'Four prices.']);
});

test('the moment of a note moves the video there', async () => {
  state.notes = [note()];
  open();
  const video = await findVideo();
  await userEvent.click(await screen.findByRole('button', { name: 'Play from 1:05' }));
  expect(video.currentTime).toBe(65);
  expect(screen.getByRole('button', { name: 'Add a note at 1:05' })).toBeInTheDocument();
});

test('a note is edited where it stands, and Escape leaves it as it was', async () => {
  state.notes = [note()];
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit note at 1:05' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note at 1:05' }), ' Gone.{Escape}');
  expect(await texts()).toEqual(['Four prices.']);
  expect(screen.getByRole('button', { name: 'Edit note at 1:05' })).toHaveFocus();
  await press('Edit note at 1:05');
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Note at 1:05' }),
    ' No order.{Control>}{Enter}{/Control}',
  );
  expect(await texts()).toEqual(['Four prices. No order.']);
  await waitFor(() => expect(state.notes[0]?.text).toBe('Four prices. No order.'));
  expect(Date.parse(state.notes[0]?.updatedAt ?? '')).toBeGreaterThan(Date.parse('2026-11-21T09:30:00Z'));
});

test('a note that is too long is neither cut off nor saved', async () => {
  open();
  await findVideo();
  await userEvent.click(await screen.findByRole('button', { name: /^Add a note/ }));
  const field = screen.getByRole('textbox', { name: /^Note at/ });
  await userEvent.paste('x'.repeat(10_000));
  expect(field).toHaveValue('x'.repeat(10_000));
  expect(field).toHaveAccessibleDescription('Too long by 8,000. The limit is 2,000 characters.');
  expect(screen.getByRole('button', { name: 'Save note' })).toBeDisabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(sent('POST')).toEqual([]);
  await userEvent.clear(field);
  await userEvent.paste('😀'.repeat(2000));
  expect(screen.getByRole('button', { name: 'Save note' })).toBeEnabled();
});

test('a deletion can be undone', async () => {
  state.notes = [note()];
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete note at 1:05' }));
  expect(await texts()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await waitFor(() => expect(state.notes).toEqual([]));
  expect(sent('DELETE')).toHaveLength(1);
  await press('Undo');
  expect(await texts()).toEqual(['Four prices.']);
  expect(screen.getByRole('button', { name: 'Edit note at 1:05' })).toHaveFocus();
  await waitFor(() => expect(state.notes).toMatchObject([{ _id: 'n1', at: 65, text: 'Four prices.' }]));
});

test('markup in a note is text', async () => {
  state.notes = [note({ text: '<img src=x onerror="alert(1)">\nsecond line' })];
  open();
  await waitFor(async () => expect(await texts()).toEqual(['<img src=x onerror="alert(1)">\nsecond line']));
  expect((await panel()).querySelector('img')).toBeNull();
});

test('a note that the server refuses says why, and stays', async () => {
  const message = 'This topic already has 200 notes. Delete one to add another.';
  server.use(http.post(NOTES, () => HttpResponse.json({ message, code: 'too_many_notes' }, { status: 409 })));
  const { user } = open();
  await findVideo();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a note at 0:00' }));
  await write('One too many.');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByText('Saved on this device', { selector: 'li span' })).toBeVisible();
  expect(stored(user._id)).toMatchObject([{ text: 'One too many.' }]);
});

test('notes wait while somebody else is logged in in this browser', async () => {
  server.use(http.post(NOTES, () => HttpResponse.json({ code: 'not_yours' }, { status: 403 })));
  const { user, queryClient } = open();
  await findVideo();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a note at 0:00' }));
  await write('Mine.');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(stored(user._id)).toMatchObject([{ text: 'Mine.' }]);
  server.resetHandlers();
  await act(() => noteSyncOf(queryClient, user._id).sendPending());
  await waitFor(() => expect(state.notes).toMatchObject([{ text: 'Mine.' }]));
});

test('a list that was requested before a note was saved does not hide it', async () => {
  const { queryClient } = open();
  await findVideo();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a note at 0:00' }));
  let respond: () => void = () => undefined;
  server.use(
    http.get(
      NOTES,
      async () => {
        await new Promise<void>((resolve) => {
          respond = resolve;
        });
        return HttpResponse.json({ data: [], totalCount: 0 });
      },
      { once: true },
    ),
  );
  void queryClient.refetchQueries({ queryKey: ['learning', 'notes'] });
  await waitFor(() => expect(sent('GET')).toHaveLength(2));
  await write('New.');
  await waitFor(() => expect(sent('GET')).toHaveLength(3));
  respond();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(await texts()).toEqual(['New.']);
});

test('where the topic is withheld its notes can be read', async () => {
  respondWithError(403, { message: 'It will be available from 3 December 2026.', code: 'held_back' });
  state.notes = [note()];
  open();
  await waitFor(async () => expect(await texts()).toEqual(['Four prices.']));
  expect(screen.queryByRole('button', { name: /note/ })).not.toBeInTheDocument();
});

test('without access there are no notes', async () => {
  respondWithError(403, { message: 'You need access.', code: 'no_access' });
  server.use(
    http.get('/api/course/progress/c1', () => HttpResponse.json({ code: 'no_access' }, { status: 403 })),
  );
  open();
  expect(await screen.findByText('You do not have access to this course.')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Notes' })).not.toBeInTheDocument();
});

test('a list that cannot be fetched can be fetched again, and notes can be written meanwhile', async () => {
  server.use(http.get(NOTES, () => HttpResponse.json({ message: 'We are busy.' }, { status: 503 })));
  open();
  await findVideo();
  const region = await panel();
  expect(await within(region).findByText('We are busy.')).toBeVisible();
  expect(within(region).getByRole('button', { name: 'Add a note at 0:00' })).toBeVisible();
  server.resetHandlers();
  state.notes = [note()];
  await userEvent.click(within(region).getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await texts()).toEqual(['Four prices.']));
});
