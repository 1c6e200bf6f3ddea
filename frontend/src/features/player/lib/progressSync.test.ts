import { progressUpdate } from '../../../test/player';
import { PendingProgress, type ProgressUpdate } from './pendingProgress';
import { ProgressSync } from './progressSync';
import type { Outcome } from './updateSync';

/** A ProgressSync with a fake network and a fake clock. */
function createSync({ left = [] as ProgressUpdate[] } = {}) {
  const texts = new Map<string, string>();
  const pending = new PendingProgress(
    {
      get: (name) => texts.get(name) ?? null,
      set: (name, text) => {
        if (text === null) texts.delete(name);
        else texts.set(name, text);
      },
    },
    'p',
  );
  for (const old of left) pending.add(old);
  const network = {
    isOnline: true,
    answers: [] as Outcome[],
    sent: [] as ProgressUpdate[],
    held: [] as (() => void)[],
    holds: false,
  };
  const timers: { ms: number; act: () => void; isOff: boolean }[] = [];
  const sync = new ProgressSync({
    pending,
    send: async (sent) => {
      network.sent.push(sent);
      if (network.holds) await new Promise<void>((resolve) => network.held.push(resolve));
      return network.answers.shift() ?? 'confirmed';
    },
    isOnline: () => network.isOnline,
    schedule: (ms, act) => {
      const timer = { ms, act, isOff: false };
      timers.push(timer);
      return () => {
        timer.isOff = true;
      };
    },
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { sync, pending, network, timers, settle };
}

test('a fact goes out at once, and is forgotten once it has arrived', async () => {
  const { sync, pending, network, settle } = createSync();
  sync.add(progressUpdate());
  expect(network.sent).toEqual([progressUpdate()]);
  expect(sync.current().updates).toEqual([progressUpdate()]);
  await settle();
  expect(pending.all()).toEqual([]);
  expect(sync.current()).toEqual({ updates: [], isUnreachable: false });
});

test('news that come while one is on its way follow it, joined into one', async () => {
  const { sync, network, settle } = createSync();
  network.holds = true;
  sync.add(progressUpdate());
  sync.add(progressUpdate({ position: 20, watchedRanges: [[10, 20]] }));
  sync.add(progressUpdate({ position: 30, watchedRanges: [[20, 30]] }));
  network.holds = false;
  for (const release of network.held) release();
  await settle();
  expect(network.sent).toEqual([
    progressUpdate(),
    progressUpdate({ position: 30, watchedRanges: [[0, 30]] }),
  ]);
});

test('without a network nothing is tried; when it is back all goes out, oldest first', async () => {
  const { sync, network, settle } = createSync();
  network.isOnline = false;
  sync.onNetworkChange();
  sync.add(progressUpdate());
  sync.add(progressUpdate({ topicId: 't2' }));
  await settle();
  expect(network.sent).toEqual([]);
  expect(sync.current().isUnreachable).toBe(true);
  network.isOnline = true;
  sync.onNetworkChange();
  await settle();
  expect(network.sent.map(({ topicId }) => topicId)).toEqual(['t1', 't2']);
  expect(sync.current()).toEqual({ updates: [], isUnreachable: false });
});

test('an answer that comes after the network has gone does not hide that it has', async () => {
  const { sync, network, settle } = createSync();
  network.holds = true;
  sync.add(progressUpdate());
  network.isOnline = false;
  sync.onNetworkChange();
  for (const release of network.held) release();
  await settle();
  expect(sync.current()).toEqual({ updates: [], isUnreachable: true });
});

test('what an earlier visit left goes out first', async () => {
  const { sync, network, settle } = createSync({ left: [progressUpdate({ topicId: 'old' })] });
  sync.add(progressUpdate());
  await settle();
  expect(network.sent.map(({ topicId }) => topicId)).toEqual(['old', 't1']);
});

test.each(['retry', 'unreachable'] as const)(
  '%s: it is tried again after longer and longer pauses',
  async (outcome) => {
    const { sync, network, timers, settle } = createSync();
    network.answers = [outcome, outcome, outcome, outcome];
    sync.add(progressUpdate());
    for (let round = 0; round < 4; round += 1) {
      await settle();
      expect(sync.current().updates).toEqual([progressUpdate()]);
      expect(sync.current().isUnreachable).toBe(outcome === 'unreachable');
      timers.at(-1)?.act();
    }
    await settle();
    expect(timers.map(({ ms }) => ms)).toEqual([5_000, 15_000, 60_000, 60_000]);
    expect(network.sent).toHaveLength(5);
    expect(sync.current()).toEqual({ updates: [], isUnreachable: false });
    network.answers = [outcome];
    sync.add(progressUpdate());
    await settle();
    expect(timers.at(-1)?.ms).toBe(5_000);
  },
);

test('news do not wait for the pause to be over, and call it off', async () => {
  const { sync, network, timers, settle } = createSync();
  network.answers = ['retry'];
  sync.add(progressUpdate());
  await settle();
  sync.add(progressUpdate({ position: 20, watchedRanges: [[10, 20]] }));
  await settle();
  expect(timers).toMatchObject([{ isOff: true }]);
  expect(sync.current().updates).toEqual([]);
});

test('what the server refuses is let go, and holds up nothing', async () => {
  const { sync, pending, network, settle } = createSync({
    left: [progressUpdate(), progressUpdate({ topicId: 't2' })],
  });
  network.answers = ['rejected'];
  await sync.sendPending();
  await settle();
  expect(network.sent.map(({ topicId }) => topicId)).toEqual(['t1', 't2']);
  expect(pending.all()).toEqual([]);
});

test('whoever has to log in again keeps everything until then', async () => {
  const { sync, pending, network, timers, settle } = createSync();
  network.answers = ['unauthenticated'];
  sync.add(progressUpdate());
  await settle();
  expect(pending.all()).toEqual([progressUpdate()]);
  expect(timers).toEqual([]);
  await sync.sendPending();
  expect(pending.all()).toEqual([]);
});

test('a page that goes sends all at once, and nothing twice', async () => {
  const { sync, network, settle } = createSync();
  network.holds = true;
  sync.add(progressUpdate());
  sync.add(progressUpdate({ topicId: 't2' }));
  sync.sendAllNow();
  expect(network.sent.map(({ topicId }) => topicId)).toEqual(['t1', 't2']);
  network.holds = false;
  for (const release of network.held) release();
  await settle();
  expect(network.sent).toHaveLength(2);
});

test('what begins anew is forgotten, and what is on its way arrives before', async () => {
  const { sync, pending, network, settle } = createSync();
  network.holds = true;
  sync.add(progressUpdate());
  sync.add(progressUpdate({ topicId: 't2' }));
  let isForgotten = false;
  const forgetting = sync.discard('c1', 't1').then(() => {
    isForgotten = true;
  });
  await settle();
  expect(pending.all()).toEqual([progressUpdate({ topicId: 't2' })]);
  expect(isForgotten).toBe(false);
  network.holds = false;
  for (const release of network.held) release();
  await forgetting;
  await settle();
  expect(network.sent.map(({ topicId }) => topicId)).toEqual(['t1', 't2']);
});

test('whoever listens hears of each change until they stop', async () => {
  const { sync, settle } = createSync();
  const heard = jest.fn();
  const stop = sync.subscribe(heard);
  sync.add(progressUpdate());
  await settle();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  sync.add(progressUpdate());
  await settle();
  expect(heard).toHaveBeenCalledTimes(2);
});
