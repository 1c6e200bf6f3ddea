import { readPageData, serverNow } from './pageData';

const SERVER = Date.parse('2026-11-26T12:00:00Z');
const MINUTE = 60_000;

afterEach(() => {
  document.body.innerHTML = '';
  jest.restoreAllMocks();
});

/** The time by the server's clock ten minutes after a page was opened on a device with this difference. */
function tenMinutesLater(difference: number): number {
  document.body.innerHTML = `<script id="page-data" type="application/json">{"now": ${SERVER}}</script>`;
  const now = jest.spyOn(Date, 'now').mockReturnValue(SERVER + difference);
  readPageData();
  now.mockReturnValue(SERVER + difference + 10 * MINUTE);
  return serverNow() - SERVER - 10 * MINUTE;
}

test.each([
  ['right', 0, 0],
  ['a little behind a page from the cache', MINUTE, MINUTE],
  ['an hour fast', 60 * MINUTE, 0],
  ['an hour slow', -60 * MINUTE, 0],
  ['a day and an hour fast', 25 * 60 * MINUTE, 0],
  ['a day and an hour slow', -25 * 60 * MINUTE, 0],
  ['set to another year', 525_600 * MINUTE, 525_600 * MINUTE],
])('a clock that is %s', (_, difference, left) => {
  expect(tenMinutesLater(difference)).toBe(left);
});
