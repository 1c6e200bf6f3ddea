import type { ReactNode } from 'react';
import { useI18n } from '../../../shared/lib/i18n';

/**
 * The frame of the notes. It is in the page's own script, so that the styles of the notes, which the server
 * renders, are in the page's styles.
 */
export function NotesSection({ children }: { children: ReactNode }) {
  const i18n = useI18n();
  return (
    <section className="stack gap-3" aria-labelledby="notes">
      <div className="cluster items-baseline gap-1 gap-x-3">
        <h2 id="notes" className="text-m">
          {i18n._('Notes')}
        </h2>
        <p className="ink-3 text-xs">{i18n._('Only you can see them.')}</p>
      </div>
      {children}
    </section>
  );
}
