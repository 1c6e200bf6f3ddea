import { NO_CONNECTION } from '../../shared/api/messages';
import { useIsOnline } from '../../shared/lib/connection';
import { useI18n } from '../../shared/lib/i18n';
import * as classes from './SiteLayout.module.css';

export function OfflineNotice() {
  const i18n = useI18n();
  const isOnline = useIsOnline();
  return (
    <div role="status" className={classes.offline}>
      {!isOnline && <p>{i18n._(NO_CONNECTION)}</p>}
    </div>
  );
}
