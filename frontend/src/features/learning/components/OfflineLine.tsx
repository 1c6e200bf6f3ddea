import { InfoIcon } from '../../../shared/ui/icons/InfoIcon';
import classes from './OfflineLine.module.css';

export function OfflineLine({ isOffline }: { isOffline: boolean }) {
  return (
    <div role="status">
      {isOffline && (
        <p className={classes.root}>
          <InfoIcon />
          You are offline. Your progress is kept and sent when you are back.
        </p>
      )}
    </div>
  );
}
