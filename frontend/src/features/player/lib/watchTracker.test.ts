import { mergeRanges, type WatchedRange } from './watchedRanges';
import { type WatchReport, WatchTracker } from './watchTracker';

const LENGTH = 600;

function follow(isCompleted = false) {
  const told: WatchReport[] = [];
  const clock = { ms: 1000 };
  const watching = new WatchTracker({
    length: LENGTH,
    isCompleted,
    now: () => clock.ms,
    onReport: (watchReport) => told.push(watchReport),
  });
  return {
    told,
    watching,
    /** Plays on from a position, with four time updates a second. */
    play(from: number, seconds: number, speed = 1) {
      watching.setPosition(from);
      for (let look = 1; look <= seconds * 4; look += 1) {
        clock.ms += 250;
        watching.setPosition(from + (look * speed) / 4);
      }
    },
    wait: (ms: number) => {
      clock.ms += ms;
    },
  };
}

test('it tells every 15 seconds while it plays, each time what is new', () => {
  const { told, play } = follow();
  play(0, 44);
  expect(told).toEqual([
    { position: 15, isCompleted: false, watchedRanges: [[0, 15]] },
    { position: 30, isCompleted: false, watchedRanges: [[15, 30]] },
  ]);
});

test('it counts 15 seconds of the clock, not of the film', () => {
  const { told, play } = follow();
  play(0, 16, 2);
  expect(told).toEqual([{ position: 30, isCompleted: false, watchedRanges: [[0, 30]] }]);
});

test('a pause tells at once, and once', () => {
  const { told, watching, play } = follow();
  play(0, 4);
  watching.stop();
  watching.stop();
  watching.flush();
  expect(told).toEqual([{ position: 4, isCompleted: false, watchedRanges: [[0, 4]] }]);
});

test('the time of a pause does not count towards the next 15 seconds', () => {
  const { told, watching, play, wait } = follow();
  play(0, 4);
  watching.stop();
  wait(60_000);
  play(4, 14);
  expect(told).toHaveLength(1);
});

test('what was leapt over was not watched', () => {
  const { told, watching, play } = follow();
  play(0, 5);
  watching.stop();
  play(300, 5);
  watching.stop();
  expect(told.map(({ watchedRanges }) => watchedRanges)).toEqual([[[0, 5]], [[300, 305]]]);
  expect(told.at(-1)?.position).toBe(305);
});

test('nor is a jump that nobody announced', () => {
  const { told, watching, play } = follow();
  play(0, 5);
  play(100, 5);
  play(20, 5);
  watching.stop();
  expect(told.flatMap(({ watchedRanges }) => watchedRanges)).toEqual([
    [0, 5],
    [100, 105],
    [20, 25],
  ]);
});

test('a tab in the background that is looked at once a minute has still watched', () => {
  const { told, watching, wait } = follow();
  watching.setPosition(0);
  wait(60_000);
  watching.setPosition(60);
  expect(told).toEqual([{ position: 60, isCompleted: false, watchedRanges: [[0, 60]] }]);
});

test('going back watches again, and the furthest position stays', () => {
  const { told, watching, play } = follow();
  play(100, 5);
  watching.stop();
  play(10, 5);
  watching.stop();
  expect(told.map(({ position }) => position)).toEqual([105, 105]);
});

test('90% completes it, and that is told the moment it happens', () => {
  const { told, play } = follow();
  play(538, 1);
  expect(told).toEqual([]);
  play(539, 2);
  expect(told).toEqual([{ position: 540, isCompleted: true, watchedRanges: [[538, 540]] }]);
});

test('what was completed before is not told as news', () => {
  const { told, play } = follow(true);
  play(560, 4);
  expect(told).toEqual([]);
});

test('the end completes it, to its very length', () => {
  const { told, watching, play } = follow();
  watching.setDuration(27.4);
  play(20, 4);
  watching.end();
  expect(told.at(-1)).toEqual({ position: 27.4, isCompleted: true, watchedRanges: [[20, 24]] });
});

test('a length that is no length changes nothing', () => {
  const { told, watching, play } = follow();
  watching.setDuration(Number.NaN);
  watching.setDuration(Number.POSITIVE_INFINITY);
  watching.setDuration(0);
  play(0, 20);
  expect(told[0]?.isCompleted).toBe(false);
});

test('telling in the middle loses nothing and ends nothing', () => {
  const { told, watching, play } = follow();
  play(0, 3);
  watching.flush();
  play(3, 3);
  watching.stop();
  expect(told.flatMap(({ watchedRanges }) => watchedRanges)).toEqual([
    [0, 3],
    [3, 6],
  ]);
});

test('whatever somebody does, the reports cover what was played and nothing else', () => {
  // All combinations of four steps: play, seek forward, seek back, pause, hide the page.
  const steps = ['play', 'ahead', 'back', 'pause', 'hide'] as const;
  for (let way = 0; way < steps.length ** 4; way += 1) {
    const { told, watching, play } = follow();
    const played: WatchedRange[] = [];
    let position = 50;
    for (let step = 0; step < 4; step += 1) {
      const what = steps[Math.floor(way / steps.length ** step) % steps.length];
      if (what === 'pause') watching.stop();
      if (what === 'hide') watching.flush();
      if (what === 'ahead' || what === 'back') {
        watching.stop();
        position += what === 'ahead' ? 80 : -40;
      }
      play(position, 7);
      played.push([position, position + 7]);
      position += 7;
    }
    watching.stop();
    expect(mergeRanges(told.flatMap(({ watchedRanges }) => watchedRanges))).toEqual(mergeRanges(played));
    expect(told.at(-1)?.position).toBe(Math.max(...played.map(([, to]) => to)));
  }
});
