import { clashesIn, clashesWith, type Occasion } from './clashes';

const on = (id: string, start: string, end: string): Occasion => ({
  id,
  start: `2026-11-24T${start}:00Z`,
  end: `2026-11-24T${end}:00Z`,
});

test.each([
  ['the same hours', '10:00', '11:00', true],
  ['a part of it', '10:45', '12:00', true],
  ['all around it', '09:00', '12:00', true],
  ['inside it', '10:15', '10:30', true],
  ['right after it', '11:00', '12:00', false],
  ['right before it', '09:00', '10:00', false],
  ['another hour', '15:00', '16:00', false],
])('%s: %s to %s', (_, start, end, clashes) => {
  const other = on('b', start, end);
  expect(clashesWith(on('a', '10:00', '11:00'), [other])).toEqual(clashes ? [other] : []);
});

test('nothing clashes with itself, and the soonest comes first', () => {
  const [late, early] = [on('late', '10:30', '11:30'), on('early', '09:30', '10:30')];
  expect(clashesWith(on('late', '10:00', '11:00'), [late, early])).toEqual([early]);
  expect(clashesWith(on('a', '10:00', '11:00'), [late, early])).toEqual([early, late]);
});

test('within a list each of two that clash names the other', () => {
  const [a, b, c, d] = [
    on('a', '09:00', '12:00'),
    on('b', '10:00', '11:00'),
    on('c', '11:00', '13:00'),
    on('d', '13:00', '14:00'),
  ];
  const found = clashesIn([d, c, b, a]);
  expect(Object.fromEntries([...found].map(([id, others]) => [id, others.map((other) => other.id)]))).toEqual(
    {
      a: ['b', 'c'],
      b: ['a'],
      c: ['a'],
    },
  );
});
