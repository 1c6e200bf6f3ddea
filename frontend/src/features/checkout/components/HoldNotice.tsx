import { useSecondsLeft } from '../../../shared/lib/countdown';
import type { Hold } from '../lib/payment';
import classes from './HoldNotice.module.css';

interface Props {
  hold: Hold;
  /** The payment window was closed just now; else the page was reloaded or opened again. */
  isClosed: boolean;
}

/** What closing the payment window means for the money and the seats, with the time running. */
export function HoldNotice({ hold, isClosed }: Props) {
  const left = useSecondsLeft(Date.parse(hold.until));
  const isRunning = hold.seats > 0 && left > 0;
  if (!isClosed && !isRunning) return null;
  return (
    <div className={classes.root}>
      <p role="status">
        {[isClosed && 'Nothing was charged.', seatsText(hold, left)].filter(Boolean).join(' ')}
      </p>
      {isRunning && (
        <p role="timer" className={`${classes.timer} tabular`}>
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </p>
      )}
    </div>
  );
}

/** It changes once a minute, so that screen readers do not read every second. */
function seatsText({ seats }: Hold, left: number): string {
  if (seats === 0) return 'Press Pay when you are ready.';
  const [held, them] = seats === 1 ? ['Your seat is', 'it'] : ['Your seats are', 'them'];
  if (left === 0) return `${held} no longer held. Press Pay to book ${them}, if still free.`;
  const minutes = Math.floor(left / 60);
  if (minutes === 0) return `${held} held for less than a minute`;
  return `${held} held for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
