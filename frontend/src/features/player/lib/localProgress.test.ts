import { progress, progressUpdate } from '../../../test/player';
import { withPendingUpdates } from './localProgress';

const rows = (found: ReturnType<typeof withPendingUpdates>) =>
  found.topics.map(({ topicId, watchedDuration, isCompleted }) => [topicId, watchedDuration, isCompleted]);

test('what the server does not know yet is laid over what it said', () => {
  const serverProgress = progress({
    t1: { watchedDuration: 30 },
    t2: { isCompleted: true, watchedDuration: 5 },
  });
  const found = withPendingUpdates(serverProgress, [
    progressUpdate({ position: 60, isCompleted: true }),
    progressUpdate({ topicId: 't2', position: 2 }),
    progressUpdate({ topicId: 't9' }),
    progressUpdate({ courseId: 'c2', topicId: 't3' }),
  ]);
  expect(rows(found)).toEqual([
    ['t1', 60, true],
    ['t2', 5, true],
    ['t3', 0, false],
    ['t4', 0, false],
  ]);
});

test('without news it is the very same', () => {
  const serverProgress = progress();
  expect(withPendingUpdates(serverProgress, [])).toBe(serverProgress);
  expect(withPendingUpdates(serverProgress, [progressUpdate({ courseId: 'c2' })])).toBe(serverProgress);
});
