import { createContext, useContext } from 'react';

export type Locale = 'en-IN' | 'hi-IN';

type Values = Readonly<Record<string, string | number>>;

/** What components use of Lingui's `I18n`. */
export interface I18n {
  readonly locale: string;
  _(id: string, values?: Values): string;
}

/**
 * English texts stand in the code, and each is its own id. So English needs no catalogue, nor Lingui's runtime
 * (2.2 kB on every page), which loads together with the catalogue of another language.
 */
export const english: I18n = {
  locale: 'en-IN',
  _: (id, values) => (values ? fill(id, values) : id),
};

const PLURAL = /\{(\w+), plural, one \{(.*?)\} other \{(.*?)\}\}/g;

/** The part of ICU's syntax that our texts use; i18n.test.ts compares it with Lingui on every text. */
function fill(text: string, values: Values): string {
  return text
    .replace(PLURAL, (_, name: string, one: string, other: string) =>
      (values[name] === 1 ? one : other).replace('#', `${values[name]}`),
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`);
}

export const I18nContext = createContext(english);

/** The texts in the language of the surrounding part of the page. */
export const useI18n = () => useContext(I18nContext);

/** The `lang` of a text from the database: undefined where it is the language of the surrounding texts. */
export function langOf(text: string, { locale }: I18n = english): 'hi' | 'en-IN' | undefined {
  const isHindi = /[\u0900-\u097f]/.test(text);
  if (isHindi === (locale === 'hi-IN')) return undefined;
  return isHindi ? 'hi' : 'en-IN';
}
