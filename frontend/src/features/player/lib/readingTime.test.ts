import { ReadingTime } from './readingTime';

let clock = 0;
const seconds = (later: number) => {
  clock += later * 1000;
};
const reading = (length = 120) => {
  const time = new ReadingTime(length, () => clock);
  time.resume();
  return time;
};

test('what was visible is taken once, in whole seconds', () => {
  const time = reading();
  seconds(30.7);
  expect(time.take()).toEqual([[0, 30]]);
  expect(time.take()).toEqual([]);
  seconds(0.4);
  expect(time.take()).toEqual([[30, 31]]);
});

test('a hidden page is not read', () => {
  const time = reading();
  seconds(10);
  time.pause();
  seconds(1000);
  expect(time.take()).toEqual([[0, 10]]);
  time.resume();
  time.resume();
  seconds(5);
  expect(time.take()).toEqual([[10, 15]]);
});

test('it takes no longer than its length', () => {
  const time = reading(60);
  seconds(3600);
  expect(time.take()).toEqual([[0, 60]]);
  seconds(60);
  expect(time.take()).toEqual([]);
});

test('a topic without a length takes no time', () => {
  const time = reading(0);
  seconds(60);
  expect(time.take()).toEqual([]);
});
