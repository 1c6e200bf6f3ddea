import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { heldText, placeText } from '../../../shared/lib/waitlist';
import { Alert } from '../../../shared/ui/Alert';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { useLeaveWaitlist } from '../changeMutations';
import { dayText, timeText } from '../lib/eventTimes';
import { type WaitlistEntry, waitlist } from '../waitlistQueries';
import * as rows from './BookingRow.module.css';

/** Seats that are held for the member, and what they wait for. Nothing if there is neither. */
export function WaitingEntries() {
  const entries = useQuery(waitlist()).data?.data ?? [];
  const title = useRef<HTMLHeadingElement>(null);
  if (entries.length === 0) return null;
  return (
    <section className="stack columns-1 gap-4 min-w-0" aria-labelledby="waiting">
      <div className="cluster items-baseline justify-between gap-1 gap-x-6">
        <h2 id="waiting" ref={title} tabIndex={-1}>
          Waiting list
        </h2>
      </div>
      <ul className="surface divided">
        {entries.map((entry) => (
          <li key={entry._id}>
            <Row entry={entry} onLeft={() => title.current?.focus()} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ entry, onLeft }: { entry: WaitlistEntry; onLeft: () => void }) {
  const { send, isPending, error } = useLeaveWaitlist();
  const titleId = `waiting-${entry._id}`;
  const until = entry.offeredUntil;
  return (
    <article className={rows.root} aria-labelledby={titleId}>
      <p className={`${rows.when} tabular`}>
        <span>{dayText(entry)}</span>
        <span>
          {timeText(entry)}
          <TimeZone />
        </span>
      </p>
      <div className={rows.text}>
        <h3 id={titleId} className={`text-s weight-600 leading-snug pretty ${rows.title}`}>
          <AppLink className={rows.link} to={entry.href}>
            {entry.title}
          </AppLink>
        </h3>
        {entry.programTitle && <p className={rows.by}>{entry.programTitle}</p>}
        <p className="text-s weight-600 leading-snug tabular">
          {until ? (
            <>
              {heldText(until)}
              <TimeZone />
            </>
          ) : (
            placeText(entry.place ?? 1)
          )}
        </p>
        {error && <Alert>{messageOf(error, 'other')}</Alert>}
      </div>
      <div className={rows.actions}>
        {until && (
          <ButtonLink size="s" to={entry.href} aria-describedby={titleId}>
            Book your seat
          </ButtonLink>
        )}
        <Button
          size="s"
          variant="quiet"
          loading={isPending}
          aria-describedby={titleId}
          onClick={() => send({ kind: entry.kind, id: entry.id }, onLeft)}
        >
          {until ? 'Give to the next person' : 'Leave the waiting list'}
        </Button>
      </div>
    </article>
  );
}
