import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Note } from '../../features/player/queries';
import { open, people, press, state } from '../../test/topicPage';

const draftsOf = (userId: string) => localStorage.getItem(`note-drafts:${userId}:t2`);
const panel = () => screen.findByRole('region', { name: 'Notes' });
const texts = async () =>
  within(await panel())
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent);
const note = (text: string): Note => ({ _id: 'n1', at: 0, text, updatedAt: '2026-11-21T09:30:00Z' });

/** What an earlier visit of the person who comes next has left on this device. */
function leaveDraft(noteId: string, text: string, base = '') {
  const drafts = { [noteId]: { at: 0, text, base } };
  localStorage.setItem(`note-drafts:person-${people + 1}:t2`, JSON.stringify(drafts));
}

afterEach(() => localStorage.clear());

test('what is being written is kept on this device, and gone once it is saved', async () => {
  const { user } = open('t2');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a note' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Half a th');
  expect(draftsOf(user._id)).toBe('{"new":{"at":0,"text":"Half a th","base":""}}');
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'ought');
  await press('Save note');
  expect(await texts()).toEqual(['Half a thought']);
  expect(draftsOf(user._id)).toBeNull();
});

test('after a reload or another login the form is open with it, and takes no focus', async () => {
  leaveDraft('new', 'Half a th');
  const { user } = open('t2');
  const field = await screen.findByRole('textbox', { name: 'Note' });
  expect(field).toHaveValue('Half a th');
  expect(document.body).toHaveFocus();
  await userEvent.type(field, 'ought');
  await press('Save note');
  expect(await texts()).toEqual(['Half a thought']);
  expect(draftsOf(user._id)).toBeNull();
  await press('Add a note');
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('');
});

test('who cancels gives it up', async () => {
  leaveDraft('new', 'Half a th');
  const { user } = open('t2');
  await screen.findByRole('textbox', { name: 'Note' });
  await press('Cancel');
  expect(screen.queryByRole('textbox', { name: 'Note' })).not.toBeInTheDocument();
  expect(draftsOf(user._id)).toBeNull();
});

test('somebody else on this device does not see it', async () => {
  leaveDraft('new', 'Private');
  const { unmount } = open('t2');
  await screen.findByRole('textbox', { name: 'Note' });
  unmount();
  open('t2');
  await screen.findByRole('button', { name: 'Add a note' });
  expect(screen.queryByText('Private')).not.toBeInTheDocument();
});

test('the change of a note goes on where it was', async () => {
  state.notes = [note('Four prices.')];
  leaveDraft('n1', 'Four prices and a day.', 'Four prices.');
  open('t2');
  expect(await screen.findByRole('textbox', { name: 'Note 1' })).toHaveValue('Four prices and a day.');
  await press('Save note');
  expect(await texts()).toEqual(['Four prices and a day.']);
});

test('a note that was changed on another device meanwhile keeps both texts', async () => {
  state.notes = [note('From the phone.')];
  leaveDraft('n1', 'From the laptop.', 'Four prices.');
  open('t2');
  await screen.findByRole('textbox', { name: 'Note 1' });
  await press('Save note');
  await waitFor(async () => expect((await texts()).sort()).toEqual(['From the laptop.', 'From the phone.']));
});

test('the draft of a note that was deleted on another device becomes a new note', async () => {
  leaveDraft('n1', 'From the laptop.', 'Four prices.');
  open('t2');
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('From the laptop.');
  await press('Save note');
  expect(await texts()).toEqual(['From the laptop.']);
});
