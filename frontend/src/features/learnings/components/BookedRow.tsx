import type { ReactNode } from 'react';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { Zone } from '../../../shared/ui/Zone';
import { type Booked, notesOf, standingOf } from '../lib/booked';
import { dayWords, timeWords } from '../lib/when';
import classes from './BookedRow.module.css';
import { DayTile } from './DayTile';

interface Props {
  booked: Booked;
  now: number;
  /** What else can be done with it; gets the id of the words that say which it is. */
  actions?: (describedBy: string) => ReactNode;
}

/** Something live that is booked. The server writes the same markup: templates/parts/booked_row.html. */
export function BookedRow({ booked, now, actions }: Props) {
  const titleId = `booked-${booked.id}`;
  const standing = standingOf(booked, now);
  return (
    <article className={classes.root} aria-labelledby={titleId}>
      <DayTile moment={booked.startsAt} />
      <div className={classes.words}>
        <h3 id={titleId} className={classes.title}>
          <AppLink className={classes.link} to={booked.href}>
            {booked.title}
          </AppLink>
        </h3>
        <p className={classes.by}>
          {booked.programTitle ? `${booked.programTitle}, ${booked.host}` : booked.host}
        </p>
        <p className={`${classes.when} tabular`}>
          <span>{dayWords(booked)}</span>
          <span>
            {timeWords(booked)}
            <Zone />
          </span>
          {booked.calledOff && <Badge tone="warning">Called off</Badge>}
          {standing === 'live' && <Badge tone="live">LIVE</Badge>}
          {standing === 'completed' && <Badge>Completed</Badge>}
        </p>
        {notesOf(booked, now).map(({ words, hasTime }) => (
          <p key={words} className={`${classes.note} tabular`}>
            {words}
            {hasTime && <Zone />}
          </p>
        ))}
      </div>
      <div className={classes.actions}>
        {booked.joinUrl && (
          <ButtonLink href={booked.joinUrl} target="_blank" rel="noreferrer" aria-describedby={titleId}>
            Join
          </ButtonLink>
        )}
        {booked.recordingUrl && standing === 'completed' && (
          <ButtonLink
            variant="secondary"
            href={booked.recordingUrl}
            target="_blank"
            rel="noreferrer"
            aria-describedby={titleId}
          >
            Watch the recording
          </ButtonLink>
        )}
        {actions?.(titleId)}
        {standing === 'upcoming' && !booked.calledOff && (
          <ButtonLink variant="quiet" href={booked.calendarUrl} download aria-describedby={titleId}>
            Add to calendar
          </ButtonLink>
        )}
      </div>
    </article>
  );
}

/** The shape of one that is still to come. */
export function BookedRowSkeleton() {
  return (
    <div className={classes.root}>
      <Skeleton shape="block" width="3.5rem" height="4.25rem" />
      <div className={classes.words}>
        <Skeleton width="60%" />
        <Skeleton width="40%" />
        <Skeleton width="80%" />
      </div>
    </div>
  );
}
