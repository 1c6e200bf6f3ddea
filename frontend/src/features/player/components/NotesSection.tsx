import type { ReactNode } from 'react';
import { useI18n } from '../../../shared/lib/i18n';
import classes from './Notes.module.css';

/**
 * The frame of the notes. It is in the page's own script, so that the styles of the notes, which the server
 * renders, are in the page's styles.
 */
export function NotesSection({ children }: { children: ReactNode }) {
  const i18n = useI18n();
  return (
    <section className={classes.root} aria-labelledby="notes">
      <div className={classes.head}>
        <h2 id="notes" className={classes.title}>
          {i18n._('Notes')}
        </h2>
        <p className={classes.hint}>{i18n._('Only you can see them.')}</p>
      </div>
      {children}
    </section>
  );
}
