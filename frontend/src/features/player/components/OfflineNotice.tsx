import { InfoIcon } from '../../../shared/ui/icons/InfoIcon';
import * as classes from './OfflineNotice.module.css';

export function OfflineNotice({ isOffline }: { isOffline: boolean }) {
  return (
    <div role="status">
      {isOffline && (
        <p className={`row gap-3 mt-2 text-s leading-5 ${classes.root}`}>
          <InfoIcon />
          You are offline. Your progress is saved and will sync when you are back online.
        </p>
      )}
    </div>
  );
}
