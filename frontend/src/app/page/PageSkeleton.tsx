import { useIsOnline } from '../../shared/lib/connection';
import { useI18n } from '../../shared/lib/i18n';
import { ErrorState } from '../../shared/ui/ErrorState';
import * as classes from './PageHead.module.css';

/** The skeleton of a page's head and first row; offline it says what the page waits for. */
export function PageSkeleton() {
  const i18n = useI18n();
  const isOnline = useIsOnline();
  return (
    <div className={`container stack gap-5 py-10 ${classes.skeleton}`} aria-busy={isOnline}>
      {isOnline ? (
        <>
          <p className="visually-hidden" role="status">
            {i18n._('Loading')}
          </p>
          <i />
          <i />
          <i />
        </>
      ) : (
        <ErrorState isOffline message={i18n._('This page will load when you are back online.')} />
      )}
    </div>
  );
}
