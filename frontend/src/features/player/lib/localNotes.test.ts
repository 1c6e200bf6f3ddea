import type { Note } from '../queries';
import { timeOfChange, withPendingNotes } from './localNotes';
import type { NoteUpdate } from './pendingNotes';

const note = (overrides: Partial<Note> = {}): Note => ({
  _id: 'n1',
  at: 5,
  text: 'server',
  updatedAt: '2026-11-21T09:30:00Z',
  ...overrides,
});

const update = (overrides: Partial<NoteUpdate> = {}): NoteUpdate => ({
  topicId: 't1',
  noteId: 'n1',
  at: 5,
  text: 'device',
  isDeleted: false,
  updatedAt: '2026-11-21T09:30:00.500Z',
  ...overrides,
});

const texts = (notes: readonly Note[], updates: readonly NoteUpdate[]) =>
  withPendingNotes(notes, updates, 't1').map(({ text, pending }) => [text, pending !== null]);

test('what the server does not know yet is merged with what it has, in the order of the moments', () => {
  const notes = [
    note(),
    note({ _id: 'n2', at: 90, text: 'late' }),
    note({ _id: 'n0', at: 5, text: 'first' }),
  ];
  expect(texts(notes, [])).toEqual([
    ['first', false],
    ['server', false],
    ['late', false],
  ]);
  expect(texts(notes, [update(), update({ noteId: 'n3', at: 7, text: 'new' })])).toEqual([
    ['first', false],
    ['device', true],
    ['new', true],
    ['late', false],
  ]);
});

test('a deletion hides the note', () => {
  expect(texts([note()], [update({ isDeleted: true, text: '' })])).toEqual([]);
});

test.each([
  ['an edit', {}],
  ['a deletion', { isDeleted: true, text: '' }],
])('%s that is older than what another device saved since does not hide it', (_, change) => {
  const newer = note({ updatedAt: '2026-11-21T09:30:00.501Z' });
  expect(texts([newer], [update(change)])).toEqual([['server', false]]);
});

test('notes of another topic are left out', () => {
  expect(texts([], [update({ topicId: 't2' })])).toEqual([]);
});

test('a change is later than what it changes, also by a slow clock', () => {
  const now = Date.parse('2026-11-21T09:00:00Z');
  expect(timeOfChange(now)).toBe('2026-11-21T09:00:00.000Z');
  expect(timeOfChange(now, '2026-11-21T08:00:00Z')).toBe('2026-11-21T09:00:00.000Z');
  expect(timeOfChange(now, '2026-11-21T09:30:00.250Z')).toBe('2026-11-21T09:30:00.251Z');
});
