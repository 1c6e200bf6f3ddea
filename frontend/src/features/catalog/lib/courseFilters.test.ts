import { filterCount, hasFilters, isValid, parseFilters, toggled } from './courseFilters';
import { courseListUrl } from './courseListUrl';

test.each([
  ['', {}],
  ['?category=Options+%26+Futures', { category: ['Options & Futures'] }],
  ['?category=A&category=%20B%20&category=A&category=', { category: ['A', 'B'] }],
  [
    '?level=Beginner&language=Hindi&instructor=kavya-reddy',
    { level: ['Beginner'], language: ['Hindi'], instructor: ['kavya-reddy'] },
  ],
  ['?price=free&price=paid', { price: 'free' }],
  ['?price=gold', { price: 'gold' }],
  ['?search=%20candle%20', { search: 'candle' }],
  ['?search=+&level=', {}],
  ['?search=a%00b&level=%00', { search: 'a b' }],
  ['?search=%1Chindi%C2%85', { search: '\x1chindi\x85' }],
  ['?search=%EF%BB%BFhindi%E3%80%80&level=%EF%BB%BF', { search: 'hindi' }],
  ['?price=%1Cfree', { price: '\x1cfree' }],
  ['?sort=newest', { sort: 'newest' }],
  ['?sort=popular', {}],
  ['?sort=popular&search=candle', { search: 'candle', sort: 'popular' }],
  ['?sort=backwards&utm_source=mail', {}],
])('%s asks for %j', (query, filters) => {
  expect(parseFilters(query)).toEqual(filters);
});

test('an address leads back to what it asks for', () => {
  const filters = {
    category: ['Options & Futures', 'बुनियादी'],
    level: ['Beginner'],
    price: 'pro',
    search: 'a+b = 100%',
    sort: 'rating',
  } as const;
  const address = courseListUrl({ ...filters, category: [...filters.category], level: [...filters.level] });
  expect(parseFilters(address.slice(address.indexOf('?')))).toEqual(filters);
});

test('what is empty is not in the address', () => {
  expect(courseListUrl({ category: [], price: '', search: '' })).toBe('/courses');
});

test.each([
  [{}, 0, false],
  [{ sort: 'newest' } as const, 0, false],
  [{ search: 'x', category: ['A'] }, 0, true],
  [{ price: 'free', level: ['A', 'B'], language: ['C'] }, 4, true],
])('%j has %d filters', (filters, count, narrowed) => {
  expect(filterCount(filters)).toBe(count);
  expect(hasFilters(filters)).toBe(narrowed);
});

test.each([
  [{ price: 'gold' }],
  [{ category: ['x'.repeat(121)] }],
  [{ level: Array.from({ length: 51 }, (_, number) => `level ${number}`) }],
])('no course fits what the server would refuse to look for (%#)', (filters) => {
  expect(isValid(filters)).toBe(false);
});

test('what may fit is asked for', () => {
  expect(isValid({ price: 'free', category: ['Nothing of ours'], search: 'x'.repeat(10_000) })).toBe(true);
});

test('a value is put in and taken out', () => {
  expect(toggled(undefined, 'A')).toEqual(['A']);
  expect(toggled(['A'], 'B')).toEqual(['A', 'B']);
  expect(toggled(['A', 'B'], 'A')).toEqual(['B']);
});
