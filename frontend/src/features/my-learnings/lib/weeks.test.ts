import { weeks } from '../../../test/ownCourses';
import { bars, FULL, minutesText } from './weeks';

test('the highest week fills the chart, and an empty one has no height', () => {
  expect(bars(weeks(0, 30, 60, 120, 0, 0, 0, 15)).map(({ height }) => height)).toEqual([
    0,
    FULL / 4,
    FULL / 2,
    FULL,
    0,
    0,
    0,
    FULL / 8,
  ]);
});

test('a few minutes do not fill the chart', () => {
  expect(bars(weeks(0, 0, 0, 0, 0, 0, 0, 15)).at(-1)?.height).toBe(FULL / 2);
});

test('a week is named by its Monday, and the month where it begins', () => {
  expect(bars(weeks(0, 0, 0, 0, 0, 0, 0, 0)).map(({ day, month }) => `${day} ${month}`.trim())).toEqual([
    '28 Sep',
    '5 Oct',
    '12',
    '19',
    '26',
    '2 Nov',
    '9',
    '16',
  ]);
});

test.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [1250, '1,250 minutes'],
])('%d', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text);
});
