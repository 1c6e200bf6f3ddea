import { addressOf, canFit, filterCount, isNarrowed, shelfAt, toggled } from './shelf';

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
  ['?sort=newest', { sort: 'newest' }],
  ['?sort=popular', {}],
  ['?sort=popular&search=candle', { search: 'candle', sort: 'popular' }],
  ['?sort=backwards&utm_source=mail', {}],
])('%s asks for %j', (query, shelf) => {
  expect(shelfAt(query)).toEqual(shelf);
});

test('an address leads back to what it asks for', () => {
  const shelf = {
    category: ['Options & Futures', 'बुनियादी'],
    level: ['Beginner'],
    price: 'pro',
    search: 'a+b = 100%',
    sort: 'rating',
  } as const;
  const address = addressOf({ ...shelf, category: [...shelf.category], level: [...shelf.level] });
  expect(shelfAt(address.slice(address.indexOf('?')))).toEqual(shelf);
});

test('what is empty is not in the address', () => {
  expect(addressOf({ category: [], price: '', search: '' })).toBe('/courses');
});

test.each([
  [{}, 0, false],
  [{ sort: 'newest' } as const, 0, false],
  [{ search: 'x', category: ['A'] }, 0, true],
  [{ price: 'free', level: ['A', 'B'], language: ['C'] }, 4, true],
])('%j has %d filters', (shelf, count, narrowed) => {
  expect(filterCount(shelf)).toBe(count);
  expect(isNarrowed(shelf)).toBe(narrowed);
});

test.each([
  [{ price: 'gold' }],
  [{ category: ['x'.repeat(121)] }],
  [{ level: Array.from({ length: 51 }, (_, number) => `level ${number}`) }],
])('no course fits what the server would refuse to look for (%#)', (shelf) => {
  expect(canFit(shelf)).toBe(false);
});

test('what may fit is asked for', () => {
  expect(canFit({ price: 'free', category: ['Nothing of ours'], search: 'x'.repeat(10_000) })).toBe(true);
});

test('a value is put in and taken out', () => {
  expect(toggled(undefined, 'A')).toEqual(['A']);
  expect(toggled(['A'], 'B')).toEqual(['A', 'B']);
  expect(toggled(['A', 'B'], 'A')).toEqual(['B']);
});
