import {
  dayKey,
  foreignTimeZone,
  formatDate,
  formatDay,
  formatTime,
  formatTimeRange,
  monthLabel,
  phaseOf,
} from './dates';

declare const process: { execPath: string; env: Record<string, string> };
declare const require: { resolve(path: string): string };

describe('a moment in India', () => {
  const datetime = '2026-11-21T09:30:00Z';

  test('has its day, date and time', () => {
    expect(formatDay(datetime)).toBe('Sat, 21 Nov 2026');
    expect(formatDate(datetime)).toBe('21 Nov 26');
    expect(formatTime(datetime)).toBe('3:00 PM');
    expect(dayKey(datetime)).toBe('2026-11-21');
    expect(monthLabel(datetime)).toBe('Nov-2026');
  });

  test('may come as a Date or as milliseconds', () => {
    expect(formatDay(new Date(datetime))).toBe('Sat, 21 Nov 2026');
    expect(formatTime(Date.parse(datetime))).toBe('3:00 PM');
  });
});

test.each([
  ['2026-11-20T18:29:59Z', '2026-11-20', 'Fri, 20 Nov 2026', '11:59 PM'],
  ['2026-11-20T18:30:00Z', '2026-11-21', 'Sat, 21 Nov 2026', '12:00 AM'],
  ['2026-11-21T06:30:00Z', '2026-11-21', 'Sat, 21 Nov 2026', '12:00 PM'],
  ['2026-12-31T18:30:00Z', '2027-01-01', 'Fri, 1 Jan 2027', '12:00 AM'],
  ['2028-02-29T10:05:00Z', '2028-02-29', 'Tue, 29 Feb 2028', '3:35 PM'],
])('%s is %s there', (datetime, key, day, time) => {
  expect(dayKey(datetime)).toBe(key);
  expect(formatDay(datetime)).toBe(day);
  expect(formatTime(datetime)).toBe(time);
});

test('is told through the years as the table of zones tells it', () => {
  const own = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'full',
    timeStyle: 'short',
  });
  const start = Date.parse('2024-01-01T00:29:00Z');
  for (let hour = 0; hour < 5 * 8766; hour += 7) {
    const datetime = start + hour * 3_600_000;
    const [weekday, rest] = formatDay(datetime).split(', ') as [string, string];
    const [day, month, year] = rest.split(' ') as [string, string, string];
    const told = own.format(datetime);
    expect(told).toMatch(new RegExp(`^${weekday}\\w*,? ${day} ${month}\\w* ${year}`));
    expect(told.slice(-5)).toBe(as24Hours(formatTime(datetime)));
  }
});

function as24Hours(time: string): string {
  const [, hour, minute, half] = /^(\d+):(\d\d) (AM|PM)$/.exec(time) as unknown as [
    string,
    string,
    string,
    string,
  ];
  return `${String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

test('months are named in three letters, September too', () => {
  const names = Array.from({ length: 12 }, (_, index) =>
    monthLabel(`2026-${String(index + 1).padStart(2, '0')}`),
  );
  expect(names.join(' ')).toBe(
    'Jan-2026 Feb-2026 Mar-2026 Apr-2026 May-2026 Jun-2026 Jul-2026 Aug-2026 Sep-2026 Oct-2026 Nov-2026 Dec-2026',
  );
});

test('a calendar day stays itself', () => {
  expect(formatDate('2026-11-01')).toBe('1 Nov 26');
  expect(dayKey('2026-11-01')).toBe('2026-11-01');
  expect(monthLabel('2026-11-30')).toBe('Nov-2026');
});

test('the year 2005 is written 05', () => {
  expect(formatDate('2005-03-04T00:00:00Z')).toBe('4 Mar 05');
});

test('a time range has both ends', () => {
  expect(formatTimeRange('2026-11-21T09:30:00Z', '2026-11-21T11:00:00Z')).toBe('3:00 PM – 4:30 PM');
});

test.each([
  ['2026-11-21T09:29:59Z', 'upcoming'],
  ['2026-11-21T09:30:00Z', 'live'],
  ['2026-11-21T10:59:59Z', 'live'],
  ['2026-11-21T11:00:00Z', 'over'],
])('at %s the phase is %s', (now, expected) => {
  expect(phaseOf('2026-11-21T09:30:00Z', '2026-11-21T11:00:00Z', Date.parse(now))).toBe(expected);
});

describe('whatever zone the browser stands in', () => {
  type Run = (file: string, args: string[], options: object) => string;
  const { execFileSync } = jest.requireActual<{ execFileSync: Run }>('node:child_process');
  const { transformFileSync } = jest.requireActual<{
    transformFileSync: (file: string, options: object) => { code: string };
  }>('@swc/core');

  const ENGLISH = '{ english: { _: (text) => text } }';

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Asia/Tokyo', 'UTC'])(
    '%s',
    (zone) => {
      const { code } = transformFileSync(require.resolve('./dates'), {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
      });
      const ask = `
      const moment = '2026-10-31T18:30:00Z';
      console.log(JSON.stringify({
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        texts: [dayKey(moment), formatDay(moment), formatDate(moment), formatTime(moment), monthLabel('2026-11')],
      }));`;
      const answer = execFileSync(
        process.execPath,
        ['-e', code.replace('require("./i18n")', ENGLISH) + ask],
        {
          encoding: 'utf8',
          env: { ...process.env, TZ: zone },
        },
      );
      const { zone: usedZone, texts } = JSON.parse(answer);
      expect(usedZone).toBe(zone);
      expect(texts).toEqual(['2026-11-01', 'Sun, 1 Nov 2026', '1 Nov 26', '12:00 AM', 'Nov-2026']);
    },
  );
});

test.each([
  ['Asia/Kolkata', ''],
  ['Asia/Calcutta', ''],
  ['Asia/Kathmandu', 'IST'],
  ['UTC', 'IST'],
])('a browser in %s is told the zone as %p', (timeZone, told) => {
  const own = Intl.DateTimeFormat().resolvedOptions();
  const spy = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  spy.mockReturnValue({ ...own, timeZone });
  expect(foreignTimeZone()).toBe(told);
  spy.mockRestore();
});
