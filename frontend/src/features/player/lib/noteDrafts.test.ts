import { NEW_NOTE, NoteDrafts } from './noteDrafts';

afterEach(() => localStorage.clear());

const draft = (text: string, base = '') => ({ at: 65, text, base });

test('each person and topic has drafts of its own', () => {
  new NoteDrafts('p1', 't1').set(NEW_NOTE, draft('One'));
  expect(new NoteDrafts('p1', 't1').all()).toEqual({ new: draft('One') });
  expect(new NoteDrafts('p1', 't2').all()).toEqual({});
  expect(new NoteDrafts('p2', 't1').all()).toEqual({});
});

test('one is removed without the others, and nothing is left behind', () => {
  const drafts = new NoteDrafts('p1', 't1');
  drafts.set(NEW_NOTE, draft('One'));
  drafts.set('n1', draft('Two', 'Before'));
  drafts.set(NEW_NOTE, null);
  expect(drafts.all()).toEqual({ n1: draft('Two', 'Before') });
  drafts.set('n1', draft('  '));
  expect(localStorage).toHaveLength(0);
});

test.each(['{', 'null', '7', '[1]', '{"new":{"at":"x","text":"a","base":""}}', '{"new":null}'])(
  'what is no draft (%s) is ignored',
  (text) => {
    localStorage.setItem('note-drafts:p1:t1', text);
    expect(new NoteDrafts('p1', 't1').all()).toEqual({});
  },
);

test('the draft of a note that is gone becomes a new note, unless one is being written', () => {
  const drafts = new NoteDrafts('p1', 't1');
  drafts.set('n1', draft('Changed', 'Before'));
  drafts.rescue(['n1']);
  expect(drafts.all()).toEqual({ n1: draft('Changed', 'Before') });
  drafts.set(NEW_NOTE, draft('Mine'));
  drafts.rescue([]);
  expect(Object.keys(drafts.all()).sort()).toEqual(['n1', 'new']);
  drafts.set(NEW_NOTE, null);
  drafts.rescue([]);
  expect(drafts.all()).toEqual({ new: draft('Changed') });
});
