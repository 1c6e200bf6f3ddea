import { english, type I18n, type Locale } from '../shared/lib/i18n';

/** The texts of a page's language: its own instance each time, so that nothing remains from another page. */
export async function loadI18n(locale: Locale): Promise<I18n> {
  if (locale !== 'hi-IN') return english;
  const { createHindi } = await import(/* webpackChunkName: "language-hi" */ './createHindi');
  return createHindi();
}
