import { fact } from '../../../test/learning';
import { type Fact, merged, Outbox } from './outbox';
import type { Shelf } from './shelf';

function shelf(texts: Record<string, string> = {}): Shelf & { texts: Record<string, string> } {
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
  const news = [
    fact(),
    fact({ position: 40, stretches: [[30, 40]] }),
    fact({ isCompleted: true, stretches: [[8, 20]] }),
    fact({ position: 5, stretches: [] }),
  ];
  const expected = fact({
    position: 40,
    isCompleted: true,
    stretches: [
      [0, 20],
      [30, 40],
    ],
  });
  for (const first of news) {
    for (const second of news) {
      for (const third of news) {
        const rest = news.filter((one) => ![first, second, third].includes(one));
        const all = [first, second, third, ...rest];
        if (new Set(all).size === news.length) expect(all.reduce(merged)).toEqual(expected);
      }
    }
  }
  expect(merged(expected, expected)).toEqual(expected);
});

test('they outlive the page, each person having their own', () => {
  const kept = shelf();
  new Outbox(kept, 'p1').add(fact());
  new Outbox(kept, 'p2').add(fact({ topicId: 't2' }));
  expect(new Outbox(kept, 'p1').all()).toEqual([fact()]);
  expect(new Outbox(kept, 'p2').all()).toEqual([fact({ topicId: 't2' })]);
  expect(new Outbox(kept, 'p3').all()).toEqual([]);
});

test('what arrived is forgotten, unless more became known meanwhile', () => {
  const outbox = new Outbox(shelf(), 'p');
  outbox.add(fact());
  const [sent] = outbox.all() as [Fact];
  outbox.add(fact({ position: 20, stretches: [[10, 20]] }));
  outbox.arrived(sent);
  expect(outbox.all()).toEqual([fact({ position: 20, stretches: [[0, 20]] })]);
  outbox.arrived(outbox.all()[0] as Fact);
  expect(outbox.all()).toEqual([]);
});

test('two tabs share it without losing anything', () => {
  const kept = shelf();
  const [one, other] = [new Outbox(kept, 'p'), new Outbox(kept, 'p')];
  one.add(fact());
  other.add(fact({ position: 30, stretches: [[20, 30]] }));
  one.add(fact({ topicId: 't2' }));
  expect(other.all()).toEqual([
    fact({
      position: 30,
      stretches: [
        [0, 10],
        [20, 30],
      ],
    }),
    fact({ topicId: 't2' }),
  ]);
});

test('a topic or a whole course can be forgotten', () => {
  const outbox = new Outbox(shelf(), 'p');
  outbox.add(fact());
  outbox.add(fact({ topicId: 't2' }));
  outbox.add(fact({ courseId: 'c2' }));
  outbox.forget('c1', 't1');
  expect(outbox.all()).toEqual([fact({ topicId: 't2' }), fact({ courseId: 'c2' })]);
  outbox.forget('c1');
  expect(outbox.all()).toEqual([fact({ courseId: 'c2' })]);
});

test('it keeps the hundred topics that were watched last', () => {
  const outbox = new Outbox(shelf(), 'p');
  for (let topic = 0; topic < 120; topic += 1) outbox.add(fact({ topicId: `t${topic}` }));
  expect(outbox.all()).toHaveLength(100);
  expect(outbox.all()[0]?.topicId).toBe('t20');
});

test.each([
  ['no JSON', '{'],
  ['another thing', '{"a":1}'],
  ['nothing', 'null'],
  ['rows that are no facts', '[null,1,{"courseId":1},{"courseId":"c","topicId":"t","position":"x"}]'],
  [
    'stretches that are none',
    '[{"courseId":"c","topicId":"t","position":1,"isCompleted":false,"stretches":[[1]]}]',
  ],
])('a shelf with %s is as good as an empty one', (_, text) => {
  const outbox = new Outbox(shelf({ 'progress:p': text }), 'p');
  expect(outbox.all()).toEqual([]);
  outbox.add(fact());
  expect(outbox.all()).toEqual([fact()]);
});
