import { act, render, screen } from '@testing-library/react';
import { formatWait, useSecondsLeft } from './countdown';

test.each([
  [1, '1 second'],
  [12, '12 seconds'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [2_500, '42 minutes'],
  [3_540, '59 minutes'],
  [3_600, '1 hour'],
  [3_601, '2 hours'],
  [86_400, '24 hours'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words);
});

describe('counting down', () => {
  const START = Date.parse('2026-11-21T09:30:00Z');
  const Left = ({ until }: { until: number }) => <p>{useSecondsLeft(until)}</p>;
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
  const left = () => screen.getByText(/^\d+$/).textContent;

  beforeEach(() => jest.useFakeTimers({ now: START }));
  afterEach(() => jest.useRealTimers());

  test('takes a second off each second and stops at nothing', () => {
    render(<Left until={START + 15_000} />);
    expect(left()).toBe('15');
    pass(1_000);
    expect(left()).toBe('14');
    pass(13_000);
    expect(left()).toBe('1');
    pass(1_000);
    expect(left()).toBe('0');
    pass(5_000);
    expect(left()).toBe('0');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('is right again after a sleep, however few ticks there were', () => {
    render(<Left until={START + 60_000} />);
    jest.setSystemTime(START + 40_000);
    pass(1_000);
    expect(left()).toBe('19');
  });

  test('restarts with a new deadline, without the old one showing through', () => {
    const { rerender } = render(<Left until={START + 5_000} />);
    pass(5_000);
    jest.setSystemTime(START + 9_400);
    rerender(<Left until={START + 9_400 + 15_000} />);
    expect(left()).toBe('15');
    pass(2_000);
    expect(left()).toBe('13');
  });
});
