import {
  type EventFacts,
  type EventFilterValues,
  eventListUrl,
  fits,
  parseEventFilters,
} from './eventFilters';

/** Saturday, 3:00 PM in India. */
const NOW = Date.parse('2026-11-21T09:30:00Z');

const event = (start: string, end: string, facts: Partial<EventFacts> = {}): EventFacts => ({
  isFree: true,
  host: 'Meera Iyer',
  language: 'Hindi',
  category: 'Market Basics',
  times: [[start, end]],
  ...facts,
});

test.each<[string, EventFilterValues]>([
  ['', {}],
  ['?price=free&host=Meera+Iyer&date=week', { price: 'free', host: 'Meera Iyer', date: 'week' }],
  ['?language=Hindi&category=Market+Basics', { language: 'Hindi', category: 'Market Basics' }],
  ['?price=gold&host=+&date=never&language=&category=+', {}],
  ['?price=paid&price=free&utm=x', { price: 'paid' }],
  ['?host=%1CMeera&language=%C2%85&category=%EF%BB%BF', { host: '\x1cMeera', language: '\x85' }],
  [`?host=${'x'.repeat(121)}&category=${'x'.repeat(121)}`, {}],
])('%s is read as its filters', (query, filters) => {
  expect(parseEventFilters(query)).toEqual(filters);
});

test('filters are written as they are read', () => {
  const filters: EventFilterValues = {
    price: 'free',
    host: 'रोहित & Co',
    date: 'today',
    language: 'Hindi',
    category: 'Options & Futures',
  };
  const url = eventListUrl('/live-webinars', filters);
  expect(parseEventFilters(url.slice('/live-webinars'.length))).toEqual(filters);
  expect(eventListUrl('/webinars', {})).toBe('/webinars');
});

test.each<[EventFilterValues, boolean]>([
  [{}, true],
  [{ price: 'free' }, true],
  [{ price: 'paid' }, false],
  [{ host: 'Meera Iyer' }, true],
  [{ host: 'Arjun' }, false],
  [{ price: 'free', host: 'Arjun' }, false],
  [{ language: 'Hindi' }, true],
  [{ language: 'English' }, false],
  [{ category: 'Market Basics' }, true],
  [{ category: 'Global Markets' }, false],
  [{ language: 'Hindi', category: 'Global Markets' }, false],
])('price, host, language and category of %o', (filters, expected) => {
  expect(fits(event('2026-11-25T13:00:00Z', '2026-11-25T14:00:00Z'), filters, NOW)).toBe(expected);
});

test('an event without a category fits no subject', () => {
  const talk = event('2026-11-25T13:00:00Z', '2026-11-25T14:00:00Z', { category: null });
  expect(fits(talk, { category: 'Market Basics' }, NOW)).toBe(false);
  expect(fits(talk, {}, NOW)).toBe(true);
});

test.each([
  ['today', '2026-11-21T18:29:00Z', true],
  ['today', '2026-11-21T18:30:00Z', false],
  ['week', '2026-11-27T18:29:00Z', true],
  ['week', '2026-11-27T18:30:00Z', false],
  ['month', '2026-12-20T18:29:00Z', true],
  ['month', '2026-12-20T18:30:00Z', false],
] as const)('%s, with a start at %s', (date, start, expected) => {
  expect(fits(event(start, '2027-01-01T00:00:00Z'), { date }, NOW)).toBe(expected);
});

test('what goes on today, or has one of its times then, is on today', () => {
  expect(fits(event('2026-11-01T09:00:00Z', '2026-12-01T09:00:00Z'), { date: 'today' }, NOW)).toBe(true);
  const sessions = event('', '', {
    times: [
      ['2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z'],
      ['2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z'],
    ],
  });
  expect(fits(sessions, { date: 'today' }, NOW)).toBe(false);
  expect(fits(sessions, { date: 'week' }, NOW)).toBe(true);
  expect(fits({ ...sessions, times: [] }, { date: 'month' }, NOW)).toBe(false);
});
