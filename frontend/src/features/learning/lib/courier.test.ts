import { fact } from '../../../test/learning';
import { Courier, type Outcome } from './courier';
import { type Fact, Outbox } from './outbox';

/** A courier whose network does as it is told, and whose clock stands still. */
function hired({ left = [] as Fact[] } = {}) {
  const texts = new Map<string, string>();
  const outbox = new Outbox(
    {
      get: (name) => texts.get(name) ?? null,
      set: (name, text) => {
        if (text === null) texts.delete(name);
        else texts.set(name, text);
      },
    },
    'p',
  );
  for (const old of left) outbox.add(old);
  const network = {
    isOnline: true,
    answers: [] as Outcome[],
    sent: [] as Fact[],
    held: [] as (() => void)[],
    holds: false,
  };
  const timers: { ms: number; act: () => void; isOff: boolean }[] = [];
  const courier = new Courier({
    outbox,
    send: async (sent) => {
      network.sent.push(sent);
      if (network.holds) await new Promise<void>((resolve) => network.held.push(resolve));
      return network.answers.shift() ?? 'arrived';
    },
    isOnline: () => network.isOnline,
    after: (ms, act) => {
      const timer = { ms, act, isOff: false };
      timers.push(timer);
      return () => {
        timer.isOff = true;
      };
    },
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { courier, outbox, network, timers, settle };
}

test('a fact goes out at once, and is forgotten once it has arrived', async () => {
  const { courier, outbox, network, settle } = hired();
  courier.note(fact());
  expect(network.sent).toEqual([fact()]);
  expect(courier.current().facts).toEqual([fact()]);
  await settle();
  expect(outbox.all()).toEqual([]);
  expect(courier.current()).toEqual({ facts: [], isCutOff: false });
});

test('news that come while one is on its way follow it, joined into one', async () => {
  const { courier, network, settle } = hired();
  network.holds = true;
  courier.note(fact());
  courier.note(fact({ position: 20, stretches: [[10, 20]] }));
  courier.note(fact({ position: 30, stretches: [[20, 30]] }));
  network.holds = false;
  for (const release of network.held) release();
  await settle();
  expect(network.sent).toEqual([fact(), fact({ position: 30, stretches: [[0, 30]] })]);
});

test('without a network nothing is tried; when it is back all goes out, oldest first', async () => {
  const { courier, network, settle } = hired();
  network.isOnline = false;
  courier.networkChanged();
  courier.note(fact());
  courier.note(fact({ topicId: 't2' }));
  await settle();
  expect(network.sent).toEqual([]);
  expect(courier.current().isCutOff).toBe(true);
  network.isOnline = true;
  courier.networkChanged();
  await settle();
  expect(network.sent.map(({ topicId }) => topicId)).toEqual(['t1', 't2']);
  expect(courier.current()).toEqual({ facts: [], isCutOff: false });
});

test('an answer that comes after the network has gone does not hide that it has', async () => {
  const { courier, network, settle } = hired();
  network.holds = true;
  courier.note(fact());
  network.isOnline = false;
  courier.networkChanged();
  for (const release of network.held) release();
  await settle();
  expect(courier.current()).toEqual({ facts: [], isCutOff: true });
});

test('what an earlier visit left goes out first', async () => {
  const { courier, network, settle } = hired({ left: [fact({ topicId: 'old' })] });
  courier.note(fact());
  await settle();
  expect(network.sent.map(({ topicId }) => topicId)).toEqual(['old', 't1']);
});

test.each(['later', 'unreachable'] as const)(
  '%s: it is tried again after longer and longer pauses',
  async (outcome) => {
    const { courier, network, timers, settle } = hired();
    network.answers = [outcome, outcome, outcome, outcome];
    courier.note(fact());
    for (let round = 0; round < 4; round += 1) {
      await settle();
      expect(courier.current().facts).toEqual([fact()]);
      expect(courier.current().isCutOff).toBe(outcome === 'unreachable');
      timers.at(-1)?.act();
    }
    await settle();
    expect(timers.map(({ ms }) => ms)).toEqual([5_000, 15_000, 60_000, 60_000]);
    expect(network.sent).toHaveLength(5);
    expect(courier.current()).toEqual({ facts: [], isCutOff: false });
    network.answers = [outcome];
    courier.note(fact());
    await settle();
    expect(timers.at(-1)?.ms).toBe(5_000);
  },
);

test('news do not wait for the pause to be over, and call it off', async () => {
  const { courier, network, timers, settle } = hired();
  network.answers = ['later'];
  courier.note(fact());
  await settle();
  courier.note(fact({ position: 20, stretches: [[10, 20]] }));
  await settle();
  expect(timers).toMatchObject([{ isOff: true }]);
  expect(courier.current().facts).toEqual([]);
});

test('what the server refuses is let go, and holds up nothing', async () => {
  const { courier, outbox, network, settle } = hired({ left: [fact(), fact({ topicId: 't2' })] });
  network.answers = ['refused'];
  await courier.deliver();
  await settle();
  expect(network.sent.map(({ topicId }) => topicId)).toEqual(['t1', 't2']);
  expect(outbox.all()).toEqual([]);
});

test('whoever has to log in again keeps everything until then', async () => {
  const { courier, outbox, network, timers, settle } = hired();
  network.answers = ['waits'];
  courier.note(fact());
  await settle();
  expect(outbox.all()).toEqual([fact()]);
  expect(timers).toEqual([]);
  await courier.deliver();
  expect(outbox.all()).toEqual([]);
});

test('a page that goes sends all at once, and nothing twice', async () => {
  const { courier, network, settle } = hired();
  network.holds = true;
  courier.note(fact());
  courier.note(fact({ topicId: 't2' }));
  courier.leave();
  expect(network.sent.map(({ topicId }) => topicId)).toEqual(['t1', 't2']);
  network.holds = false;
  for (const release of network.held) release();
  await settle();
  expect(network.sent).toHaveLength(2);
});

test('what begins anew is forgotten, and what is on its way arrives before', async () => {
  const { courier, outbox, network, settle } = hired();
  network.holds = true;
  courier.note(fact());
  courier.note(fact({ topicId: 't2' }));
  let isForgotten = false;
  const forgetting = courier.forget('c1', 't1').then(() => {
    isForgotten = true;
  });
  await settle();
  expect(outbox.all()).toEqual([fact({ topicId: 't2' })]);
  expect(isForgotten).toBe(false);
  network.holds = false;
  for (const release of network.held) release();
  await forgetting;
  await settle();
  expect(network.sent.map(({ topicId }) => topicId)).toEqual(['t1', 't2']);
});

test('whoever listens hears of each change until they stop', async () => {
  const { courier, settle } = hired();
  const heard = jest.fn();
  const stop = courier.subscribe(heard);
  courier.note(fact());
  await settle();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  courier.note(fact());
  await settle();
  expect(heard).toHaveBeenCalledTimes(2);
});
