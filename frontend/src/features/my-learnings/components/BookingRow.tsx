import type { ReactNode } from 'react';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { type BookedItem, notesOf } from '../lib/bookings';
import { dayText, timeText } from '../lib/eventTimes';
import classes from './BookingRow.module.css';
import { DayTile } from './DayTile';

interface Props {
  booked: BookedItem;
  /** Actions; receives the id of the title, for aria-describedby. */
  actions?: (describedBy: string) => ReactNode;
}

/** A booking. */
export function BookingRow({ booked, actions }: Props) {
  const titleId = `booked-${booked.id}`;
  const { status } = booked;
  return (
    <article className={classes.root} aria-labelledby={titleId}>
      <DayTile datetime={booked.startsAt} />
      <div className={classes.text}>
        <h3 id={titleId} className={classes.title}>
          <AppLink className={classes.link} to={booked.href}>
            {booked.title}
          </AppLink>
        </h3>
        <p className={classes.by}>
          {booked.programTitle ? `${booked.programTitle}, ${booked.host}` : booked.host}
        </p>
        <p className={`${classes.when} tabular`}>
          <span>{dayText(booked)}</span>
          <span>
            {timeText(booked)}
            <TimeZone />
          </span>
          {booked.calledOff && <Badge tone="warning">Cancelled by us</Badge>}
          {status === 'live' && <Badge tone="live">LIVE</Badge>}
          {status === 'completed' && <Badge>Completed</Badge>}
        </p>
        {notesOf(booked).map(({ text, hasTime }) => (
          <p key={text} className={`${classes.note} tabular`}>
            {text}
            {hasTime && <TimeZone />}
          </p>
        ))}
      </div>
      <div className={classes.actions}>
        {booked.joinUrl && (
          <ButtonLink href={booked.joinUrl} target="_blank" rel="noreferrer" aria-describedby={titleId}>
            Join
          </ButtonLink>
        )}
        {booked.recordingUrl && (
          <ButtonLink
            variant="secondary"
            href={booked.recordingUrl}
            target="_blank"
            rel="noreferrer"
            aria-describedby={titleId}
          >
            Watch recording
          </ButtonLink>
        )}
        {actions?.(titleId)}
        {status === 'upcoming' && !booked.calledOff && (
          <ButtonLink variant="quiet" href={booked.calendarUrl} download aria-describedby={titleId}>
            Add to calendar
          </ButtonLink>
        )}
      </div>
    </article>
  );
}

export function BookingRowSkeleton() {
  return (
    <div className={classes.root}>
      <Skeleton shape="block" width="3.5rem" height="4.25rem" />
      <div className={classes.text}>
        <Skeleton width="60%" />
        <Skeleton width="40%" />
        <Skeleton width="80%" />
      </div>
    </div>
  );
}
