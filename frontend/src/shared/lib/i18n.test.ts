import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { messages } from '../../locales/hi';
import { formatDay, monthLabel } from './dates';
import { english, langOf } from './i18n';

const hindi = setupI18n({ locale: 'hi-IN', messages: { 'hi-IN': messages } });
const texts = Object.keys(messages);

test.each([0, 1, 2, 21])('English is formatted as Lingui formats it, with %i', (number) => {
  const lingui = setupI18n({
    locale: 'en-IN',
    messages: { 'en-IN': Object.fromEntries(texts.map((text) => [text, compileMessage(text)])) },
  });
  const values = new Proxy(
    {},
    {
      get: () => number,
      has: () => true,
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: number }),
    },
  );
  expect(texts.length).toBeGreaterThan(100);
  for (const text of texts) expect(english._(text, values)).toBe(lingui._(text, values));
});

test('a value may contain what looks like a placeholder', () => {
  expect(english._('No results for “{text}”. Try another word.', { text: '{count}' })).toBe(
    'No results for “{count}”. Try another word.',
  );
});

test('a plural in Hindi', () => {
  const counted = (count: number) => hindi._('{count, plural, one {# result} other {# results}}', { count });
  expect([counted(1), counted(2)]).toEqual(['1 नतीजा', '2 नतीजे']);
});

test('dates', () => {
  expect(formatDay('2026-11-21T09:30:00Z', hindi)).toBe('शनि, 21 नव॰ 2026');
  expect(monthLabel('2026-11', hindi)).toBe('नव॰-2026');
});

test('money is grouped and written in Hindi as in English', () => {
  const format = new Intl.NumberFormat('hi-IN-u-nu-latn', { style: 'currency', currency: 'INR' });
  expect(format.format(1234567.5)).toBe('₹12,34,567.50');
});

test.each([
  ['शेयर बाज़ार', english, 'hi'],
  ['Options', english, undefined],
  ['शेयर बाज़ार', hindi, undefined],
  ['Options', hindi, 'en-IN'],
])('the lang of %s', (title, i18n, lang) => {
  expect(langOf(title, i18n)).toBe(lang);
});
