import { fact, progress } from '../../../test/learning';
import { withFacts } from './known';

const rows = (found: ReturnType<typeof withFacts>) =>
  found.topics.map(({ topicId, watchedDuration, isCompleted }) => [topicId, watchedDuration, isCompleted]);

test('what the server does not know yet is laid over what it said', () => {
  const known = progress({ t1: { watchedDuration: 30 }, t2: { isCompleted: true, watchedDuration: 5 } });
  const found = withFacts(known, [
    fact({ position: 60, isCompleted: true }),
    fact({ topicId: 't2', position: 2 }),
    fact({ topicId: 't9' }),
    fact({ courseId: 'c2', topicId: 't3' }),
  ]);
  expect(rows(found)).toEqual([
    ['t1', 60, true],
    ['t2', 5, true],
    ['t3', 0, false],
    ['t4', 0, false],
  ]);
});

test('without news it is the very same', () => {
  const known = progress();
  expect(withFacts(known, [])).toBe(known);
  expect(withFacts(known, [fact({ courseId: 'c2' })])).toBe(known);
});
