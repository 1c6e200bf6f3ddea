import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { classNames } from '../../../shared/ui/classNames';
import { MoreIcon } from '../../../shared/ui/icons/MoreIcon';
import { JoinLink } from '../../../shared/ui/JoinLink';
import { LazySection } from '../../../shared/ui/LazySection';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { useLazyComponent } from '../../../shared/ui/useLazyComponent';
import { type BookedItem, notesOf } from '../lib/bookings';
import { byline, dayText, timeText } from '../lib/eventTimes';
import * as classes from './BookingRow.module.css';

interface Props {
  booked: BookedItem;
  /** Whether the last change moved it here. */
  isMoved?: boolean;
  /** How it can be changed; receives the id of the title, for aria-describedby. */
  changes?: ((describedBy: string) => ReactNode) | undefined;
}

/** A booking in one line; on a phone in two, with changes behind a button. */
export function BookingRow({ booked, isMoved = false, changes }: Props) {
  const titleId = `booked-${booked.id}`;
  const { status, meetings } = booked;
  const isAhead = status === 'upcoming' && !booked.calledOff;
  const joinable = meetings.find(({ canJoin }) => canJoin);
  const isNewTime = isAhead && meetings.some((one) => one.isMoved && one.start_date === booked.startsAt);
  const recorded = meetings.findLast(({ recording }) => recording?.ready);
  return (
    <article
      className={classNames(`stack items-center ${classes.root}`, isMoved && classes.moved)}
      aria-labelledby={titleId}
    >
      <p className={`row text-s weight-600 ${classes.when} tabular`}>
        <span>{dayText(booked)}</span>
        <span>
          {timeText(booked)}
          <TimeZone />
        </span>
      </p>
      <div className={classes.text}>
        <h3 id={titleId} className={`text-s weight-600 leading-snug pretty ${classes.title}`}>
          <AppLink className={`block py-2 ${classes.link}`} to={booked.href}>
            {booked.title}
          </AppLink>
        </h3>
        <p className={classes.by}>{byline(booked)}</p>
        {notesOf(booked).map(({ text, hasTime }) => (
          <p key={text} className={`${classes.note} tabular`}>
            {text}
            {hasTime && <TimeZone />}
          </p>
        ))}
        {meetings.length > 1 && <Meetings booked={booked} titleId={titleId} />}
      </div>
      <p className={classes.states}>
        {isMoved && <Badge tone="success">Moved here</Badge>}
        {!isMoved && isNewTime && <Badge tone="warning">New time</Badge>}
        {booked.calledOff && <Badge tone="warning">Cancelled by us</Badge>}
        {status === 'live' && <Badge tone="live">LIVE</Badge>}
        {status === 'completed' && <Badge>Completed</Badge>}
      </p>
      <div className={classes.actions}>
        {booked.joinUrl && joinable && (
          <JoinLink size="s" meetingId={joinable._id} href={booked.joinUrl} describedBy={titleId}>
            Join
          </JoinLink>
        )}
        {booked.recordingUrl && recorded && (
          <ButtonLink
            size="s"
            variant="secondary"
            to={`/recordings/${recorded._id}`}
            aria-describedby={titleId}
          >
            Watch recording
          </ButtonLink>
        )}
        {isAhead && <More booked={booked} titleId={titleId} changes={changes?.(titleId)} />}
      </div>
    </article>
  );
}

const loadDetails = () => import(/* webpackChunkName: "own-parts" */ './BookingDetails');

function Meetings({ booked, titleId }: { booked: BookedItem; titleId: string }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDetailsElement>(null);
  const details = useLazyComponent(loadDetails);
  // It may have been opened before hydration.
  useEffect(() => setOpen(box.current?.open ?? false), []);
  return (
    <details
      ref={box}
      className={`mt-2 ${classes.all}`}
      onPointerEnter={details.preload}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>All {booked.meetings.length} meetings</summary>
      {isOpen && (
        <LazySection lazyComponent={details} props={{ booked, titleId, part: 'meetings' as const }} />
      )}
    </details>
  );
}

interface MoreProps {
  booked: BookedItem;
  titleId: string;
  changes: ReactNode;
}

/** What is rarely needed: on a phone the changes too, which wider screens show in the row. */
function More({ booked, titleId, changes }: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const details = useLazyComponent(loadDetails);
  return (
    <>
      {changes && <div className={classNames(classes.changes, isOpen && classes.open)}>{changes}</div>}
      <Button
        size="s"
        variant="quiet"
        aria-label="More"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-describedby={titleId}
        onPointerEnter={details.preload}
        onFocus={details.preload}
        onClick={() => setOpen(!isOpen)}
      >
        <MoreIcon size={18} />
      </Button>
      <div id={panelId} className={classes.panel} hidden={!isOpen}>
        {isOpen && (
          <LazySection lazyComponent={details} props={{ booked, titleId, part: 'calendar' as const }} />
        )}
      </div>
    </>
  );
}

export function BookingRowSkeleton() {
  return (
    <div className={`stack items-center ${classes.root}`}>
      <Skeleton width="7rem" />
      <div className={classes.text}>
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </div>
    </div>
  );
}
