import { newNoteId } from './noteId';
import { NoteSync } from './noteSync';
import { mergeNotes, type NoteUpdate, PendingNotes } from './pendingNotes';
import type { KeyValueStore } from './safeStorage';
import type { Outcome } from './updateSync';

const update = (overrides: Partial<NoteUpdate> = {}): NoteUpdate => ({
  topicId: 't1',
  noteId: 'n1',
  at: 5,
  text: 'Four prices.',
  isDeleted: false,
  updatedAt: '2026-11-21T09:30:00.000Z',
  ...overrides,
});

const at = (seconds: number) => ({ updatedAt: `2026-11-21T09:30:${String(seconds).padStart(2, '0')}.000Z` });

function memoryStorage(texts: Record<string, string> = {}): KeyValueStore {
  return {
    get: (name) => texts[name] ?? null,
    set: (name, text) => {
      if (text === null) delete texts[name];
      else texts[name] = text;
    },
  };
}

function createSync(answers: (Outcome | string)[] = []) {
  const pending = new PendingNotes(memoryStorage(), 'p');
  const sent: NoteUpdate[] = [];
  const sync = new NoteSync({
    pending,
    send: async (note, onRefused) => {
      sent.push(note);
      const answer = answers.shift() ?? 'confirmed';
      if (!['confirmed', 'retry', 'unauthenticated'].includes(answer)) {
        onRefused(answer);
        return 'rejected';
      }
      return answer as Outcome;
    },
    isOnline: () => true,
    schedule: () => () => undefined,
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { sync, pending, sent, settle };
}

test('of two changes of a note the later is kept, in whatever order they are added', () => {
  const [first, second] = [update(at(1)), update({ ...at(2), isDeleted: true, text: '' })];
  expect(mergeNotes(first, second)).toBe(second);
  expect(mergeNotes(second, first)).toBe(second);
  expect(mergeNotes(second, update({ ...at(2), text: 'undone' })).text).toBe('undone');
});

test('changes outlive the page, each person having their own, and none is dropped', () => {
  const storage = memoryStorage();
  const ids = Array.from({ length: 150 }, (_, number) => `n${number}`);
  for (const noteId of ids) new PendingNotes(storage, 'p1').add(update({ noteId }));
  new PendingNotes(storage, 'p2').add(update());
  expect(new PendingNotes(storage, 'p1').all().map(({ noteId }) => noteId)).toEqual(ids);
  expect(new PendingNotes(storage, 'p2').all()).toEqual([update()]);
});

test.each([
  ['no JSON', '{'],
  ['another thing', '{"a":1}'],
  ['rows that are no notes', '[null,1,{"topicId":1}]'],
  ['a time that is none', JSON.stringify([update({ updatedAt: 'soon' })])],
])('a storage with %s counts as empty', (_, text) => {
  expect(new PendingNotes(memoryStorage({ 'notes:p': text }), 'p').all()).toEqual([]);
});

test('a note that the server refuses stays with the reason, and holds up nothing', async () => {
  const { sync, pending, sent, settle } = createSync(['There is no room.']);
  sync.add(update());
  sync.add(update({ noteId: 'n2' }));
  await settle();
  expect(sent.map(({ noteId }) => noteId)).toEqual(['n1', 'n2']);
  expect(pending.all()).toEqual([update()]);
  expect(sync.refusalOf(update())).toBe('There is no room.');
  sync.sendAllNow();
  await sync.sendPending();
  expect(sent).toHaveLength(2);
});

test('an edit of a refused note is sent again', async () => {
  const { sync, pending, settle } = createSync(['There is no room.']);
  sync.add(update());
  await settle();
  sync.add(update({ ...at(5), text: 'shorter' }));
  expect(sync.current().updates.map((note) => sync.refusalOf(note))).toEqual([undefined]);
  await settle();
  expect(pending.all()).toEqual([]);
});

test('a deletion that is refused is forgotten', async () => {
  const { sync, pending, settle } = createSync(['There is no such topic.']);
  sync.add(update({ isDeleted: true, text: '' }));
  await settle();
  expect(pending.all()).toEqual([]);
});

test('ids are UUIDs of version 7 that sort in the order of writing', () => {
  const ids = [1, 2, 3].map((second) => newNoteId(1_795_000_000_000 + second));
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([...ids].sort()).toEqual(ids);
  expect(newNoteId(5)).not.toBe(newNoteId(5));
});
