import { progressUpdate } from '../../../test/player';
import { mergeUpdates, PendingProgress, type ProgressUpdate } from './pendingProgress';
import type { KeyValueStore } from './safeStorage';

function storageWith(texts: Record<string, string> = {}): KeyValueStore & { texts: Record<string, string> } {
  return {
    texts,
    get: (name) => texts[name] ?? null,
    set: (name, text) => {
      if (text === null) delete texts[name];
      else texts[name] = text;
    },
  };
}

test('facts of one topic become one, and in any order the same', () => {
  const watchReport = [
    progressUpdate(),
    progressUpdate({ position: 40, watchedRanges: [[30, 40]] }),
    progressUpdate({ isCompleted: true, watchedRanges: [[8, 20]] }),
    progressUpdate({ position: 5, watchedRanges: [] }),
  ];
  const expected = progressUpdate({
    position: 40,
    isCompleted: true,
    watchedRanges: [
      [0, 20],
      [30, 40],
    ],
  });
  for (const first of watchReport) {
    for (const second of watchReport) {
      for (const third of watchReport) {
        const rest = watchReport.filter((one) => ![first, second, third].includes(one));
        const all = [first, second, third, ...rest];
        if (new Set(all).size === watchReport.length) expect(all.reduce(mergeUpdates)).toEqual(expected);
      }
    }
  }
  expect(mergeUpdates(expected, expected)).toEqual(expected);
});

test('they outlive the page, each person having their own', () => {
  const stored = storageWith();
  new PendingProgress(stored, 'p1').add(progressUpdate());
  new PendingProgress(stored, 'p2').add(progressUpdate({ topicId: 't2' }));
  expect(new PendingProgress(stored, 'p1').all()).toEqual([progressUpdate()]);
  expect(new PendingProgress(stored, 'p2').all()).toEqual([progressUpdate({ topicId: 't2' })]);
  expect(new PendingProgress(stored, 'p3').all()).toEqual([]);
});

test('what arrived is forgotten, unless more became known meanwhile', () => {
  const pending = new PendingProgress(storageWith(), 'p');
  pending.add(progressUpdate());
  const [sent] = pending.all() as [ProgressUpdate];
  pending.add(progressUpdate({ position: 20, watchedRanges: [[10, 20]] }));
  pending.confirm(sent);
  expect(pending.all()).toEqual([progressUpdate({ position: 20, watchedRanges: [[0, 20]] })]);
  pending.confirm(pending.all()[0] as ProgressUpdate);
  expect(pending.all()).toEqual([]);
});

test('two tabs share it without losing anything', () => {
  const stored = storageWith();
  const [one, other] = [new PendingProgress(stored, 'p'), new PendingProgress(stored, 'p')];
  one.add(progressUpdate());
  other.add(progressUpdate({ position: 30, watchedRanges: [[20, 30]] }));
  one.add(progressUpdate({ topicId: 't2' }));
  expect(other.all()).toEqual([
    progressUpdate({
      position: 30,
      watchedRanges: [
        [0, 10],
        [20, 30],
      ],
    }),
    progressUpdate({ topicId: 't2' }),
  ]);
});

test('a topic or a whole course can be forgotten', () => {
  const pending = new PendingProgress(storageWith(), 'p');
  pending.add(progressUpdate());
  pending.add(progressUpdate({ topicId: 't2' }));
  pending.add(progressUpdate({ courseId: 'c2' }));
  pending.discard('c1', 't1');
  expect(pending.all()).toEqual([progressUpdate({ topicId: 't2' }), progressUpdate({ courseId: 'c2' })]);
  pending.discard('c1');
  expect(pending.all()).toEqual([progressUpdate({ courseId: 'c2' })]);
});

test('it keeps the hundred topics that were watched last', () => {
  const pending = new PendingProgress(storageWith(), 'p');
  for (let topic = 0; topic < 120; topic += 1) pending.add(progressUpdate({ topicId: `t${topic}` }));
  expect(pending.all()).toHaveLength(100);
  expect(pending.all()[0]?.topicId).toBe('t20');
});

test.each([
  ['no JSON', '{'],
  ['another thing', '{"a":1}'],
  ['nothing', 'null'],
  ['rows that are no updates', '[null,1,{"courseId":1},{"courseId":"c","topicId":"t","position":"x"}]'],
  [
    'ranges that are none',
    '[{"courseId":"c","topicId":"t","position":1,"isCompleted":false,"watchedRanges":[[1]]}]',
  ],
])('a storage with %s counts as empty', (_, text) => {
  const pending = new PendingProgress(storageWith({ 'progress:p': text }), 'p');
  expect(pending.all()).toEqual([]);
  pending.add(progressUpdate());
  expect(pending.all()).toEqual([progressUpdate()]);
});

test('updates stored by an earlier release are sent too', () => {
  const { watchedRanges, ...rest } = progressUpdate();
  const text = JSON.stringify([{ ...rest, stretches: watchedRanges }]);
  expect(new PendingProgress(storageWith({ 'progress:p': text }), 'p').all()).toEqual([progressUpdate()]);
});
