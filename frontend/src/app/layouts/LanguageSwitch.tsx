import { useI18n } from '../../shared/lib/i18n';
import classes from './LanguageSwitch.module.css';

/**
 * A form, so that it works before hydration too: the server sets a cookie and returns to this page. The other
 * language is named in itself.
 */
export function LanguageSwitch() {
  const isHindi = useI18n().locale === 'hi-IN';
  return (
    <form method="post" action="/language">
      <button
        type="submit"
        className={classes.root}
        name="language"
        value={isHindi ? 'en' : 'hi'}
        lang={isHindi ? 'en-IN' : 'hi'}
      >
        {isHindi ? 'English' : 'हिन्दी'}
      </button>
    </form>
  );
}
