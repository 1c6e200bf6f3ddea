import { useId } from 'react';
import { useI18n } from '../../shared/lib/i18n';
import { pageSettings } from '../../shared/lib/pageData';
import * as classes from './LanguageSwitch.module.css';

/**
 * A form, so that it works before hydration too: the server sets a cookie and returns to this page. The other
 * language is named in itself. Most pages are in English so far, and the note says so in either language.
 */
export function LanguageSwitch() {
  const isHindi = useI18n().locale === 'hi-IN';
  const noteId = useId();
  return (
    <form method="post" action="/language" className={classes.root}>
      <button
        type="submit"
        className={classes.button}
        aria-describedby={noteId}
        name="language"
        value={isHindi ? 'en' : 'hi'}
        lang={isHindi ? 'en-IN' : 'hi'}
      >
        {isHindi ? 'English' : 'हिन्दी'}
      </button>
      <small id={noteId} className={classes.note} lang="hi">
        {pageSettings().languageNote}
      </small>
    </form>
  );
}
