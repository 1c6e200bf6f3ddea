import { useSecondsLeft } from '../../../shared/lib/countdown';
import { formatTime } from '../../../shared/lib/dates';
import { pageSettings } from '../../../shared/lib/pageData';
import type { Hold } from '../lib/payment';
import * as classes from './HoldNotice.module.css';

interface Props {
  hold: Hold;
  /** The payment window was closed just now; else the page was reloaded or opened again. */
  isClosed: boolean;
  /** The bank refused a payment in it. Some banks take the money all the same, and return it. */
  isRefused: boolean;
}

/** What closing the payment window means for the money and the seats, with the time running. */
export function HoldNotice({ hold, isClosed, isRefused }: Props) {
  const left = useSecondsLeft(Date.parse(hold.until));
  const isRunning = hold.seats > 0 && left > 0;
  if (!isClosed && !isRunning) return null;
  return (
    <div
      className={`cluster items-baseline justify-between gap-2 gap-x-4 p-3 text-s leading-5 ${classes.root}`}
    >
      <p role="status" className="tabular">
        {isRefused && `If money left your account, it returns in ${pageSettings().refundTime}. `}
        {keptText(hold, left > 0)}
      </p>
      {isRunning && (
        <p role="timer" className="weight-600 tabular">
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </p>
      )}
    </div>
  );
}

function keptText({ seats, until }: Hold, isHeld: boolean): string {
  if (seats === 0)
    return isHeld ? `Your order is kept until ${formatTime(until)}.` : 'Press Pay when you are ready.';
  const [held, them] = seats === 1 ? ['Your seat is', 'it'] : ['Your seats are', 'them'];
  if (isHeld) return `${held} held until ${formatTime(until)}.`;
  return `${held} no longer held. Press Pay to book ${them}, if still free.`;
}
