import { type RefObject, useEffect, useRef, useState } from 'react';
import { isShownError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import { track } from '../../../shared/lib/analytics';
import { type CalendarItem, nextMeeting } from '../../../shared/lib/calendarLinks';
import { refundRule } from '../../../shared/lib/refundRule';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { checkoutDialog } from '../../../shared/stores/checkoutDialog';
import { loginDialog } from '../../../shared/stores/loginDialog';
import { Alert } from '../../../shared/ui/Alert';
import { AppLink } from '../../../shared/ui/AppLink';
import * as bar from '../../../shared/ui/BottomBar.module.css';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { CalendarLinks } from '../../../shared/ui/CalendarLinks';
import { Cover } from '../../../shared/ui/Cover';
import { JoinLink } from '../../../shared/ui/JoinLink';
import { overText } from '../../../shared/ui/MeetingList';
import { MentorLine } from '../../../shared/ui/MentorLine';
import { Price } from '../../../shared/ui/Price';
import { TotalPrice } from '../../../shared/ui/TotalPrice';
import type { LiveEvent } from '../lib/event';
import { eventItem } from '../lib/eventItem';
import { offerTexts, type Step, seatsText } from '../lib/eventOffer';
import { useBookFreeWebinar, useJoinWaitlist } from '../mutations';
import { ClashNote } from './ClashNote';
import * as classes from './EventBox.module.css';
import { LeaveWaitlist } from './LeaveWaitlist';

interface Props {
  event: LiveEvent;
  isMember: boolean;
}

/** Price, seats and next step; sticky. */
export function EventBox({ event, isMember }: Props) {
  const { status, note, step, isForSale = false, canLeave = false } = offerTexts(event);
  const book = useBookFreeWebinar(event.id);
  const join = useJoinWaitlist({ kind: event.kind, id: event.id });
  const error = book.error ?? join.error;
  const [isTaken, setTaken] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const done = useRef<HTMLParagraphElement>(null);
  const take = () => book.mutate(undefined, { onSuccess: () => setTaken(true) });
  const press = (kind: Step['kind']) => {
    const act = kind === 'wait' ? () => join.mutate() : take;
    if (kind === 'buy') buy(event, opener.current);
    else if (isMember) act();
    else loginDialog.open({ opener: opener.current, onDone: act });
  };
  useEffect(() => {
    // The clicked button was removed: the focus moves to its replacement.
    if (isTaken) done.current?.focus({ preventScroll: true });
  }, [isTaken]);
  const isAhead = event.status === 'planned' || event.status === 'live';
  const over = overText(event.meetings);
  const isOpen = step?.kind === 'book' || step?.kind === 'buy';
  return (
    <aside className={classes.root} aria-label="Price and booking">
      <Cover images={[{ url: event.banner, width: 640, height: 360 }]} />
      <MentorLine name={event.host.name} image={event.host.image} className="mt-3 text-s" />
      <div className={bar.deal}>
        <div className={bar.terms}>
          {isForSale &&
            (event.priceWithGst ? (
              <TotalPrice price={event.price} total={event.priceWithGst} before={event.markupPriceWithGst} />
            ) : (
              <p className={classes.price}>
                <Price price={null} markup={event.markupPriceWithGst} />
              </p>
            ))}
          {status && <p className={`weight-600 leading-4 ${classes.status}`}>{status}</p>}
          {isOpen && event.fewSeatsLeft !== null && (
            <p className="amber weight-600 text-note tabular">{seatsText(event.fewSeatsLeft)}</p>
          )}
        </div>
        {step && (
          <StepButton
            step={step}
            isMember={isMember}
            isPending={book.isPending || join.isPending}
            onPress={press}
            button={opener}
          />
        )}
        <p ref={done} tabIndex={-1} role="status" className="green weight-550 text-note hide-empty">
          {isTaken && event.isBooked && "Your seat is booked. It's also in My Learnings."}
        </p>
        {canLeave && <LeaveWaitlist event={event} />}
        {isShownError(error) && <Alert>{messageOf(error, 'other')}</Alert>}
      </div>
      {note && <p className="mt-4 ink-2 text-s">{note}</p>}
      {isForSale && event.price > 0 && (
        <p className="mt-4 ink-2 text-s">
          {refundRule(event.kind)} <AppLink to="/refund-policy">Refund policy</AppLink>
        </p>
      )}
      {isAhead && isMember && !event.isBooked && <ClashNote times={event.times} />}
      {isOpen && over && (
        <p className="mt-4 ink-2 text-s">
          {over} You join with the ones that are left, and get the recordings of the others.
        </p>
      )}
      {isAhead && (
        <div className="mt-2">
          <CalendarLinks
            item={calendarItem(event)}
            file={`/api/live/${event.kind}/${event.weburlname}/calendar.ics`}
          />
        </div>
      )}
      {event.isBooked && (
        <p className="mt-2">
          <AppLink to="/my-learnings" className="inline-row items-center gap-2 touch text-s">
            View in My Learnings
          </AppLink>
        </p>
      )}
    </aside>
  );
}

function calendarItem({ title, host, start, end, kind, weburlname, meetings }: LiveEvent): CalendarItem {
  const item = { title, host: host.name, startsAt: start, endsAt: end, path: `/live-${kind}s/${weburlname}` };
  return kind === 'mentorship' ? (nextMeeting(item, meetings) ?? item) : item;
}

function buy(event: LiveEvent, opener: HTMLElement | null) {
  track('add_to_cart', { item: event.title });
  checkoutDialog.open(eventItem(event), opener);
}

interface StepProps {
  step: Step;
  isMember: boolean;
  isPending: boolean;
  onPress: (kind: Step['kind']) => void;
  button: RefObject<HTMLButtonElement | null>;
}

function StepButton({ step, isMember, isPending, onPress, button }: StepProps) {
  const isHydrated = useIsHydrated();
  if (step.kind === 'more') {
    return (
      <ButtonLink wide variant="secondary" to={step.to}>
        {step.label}
      </ButtonLink>
    );
  }
  if (step.kind === 'join') {
    return (
      <JoinLink wide meetingId={step.meetingId} href={step.href}>
        {step.label}
      </JoinLink>
    );
  }
  if (step.kind === 'watch') {
    return (
      <ButtonLink wide to={step.to}>
        {step.label}
      </ButtonLink>
    );
  }
  if (!isHydrated && !isMember) {
    // A button does nothing before the scripts have loaded.
    return (
      <ButtonLink wide to="/login">
        {step.label}
      </ButtonLink>
    );
  }
  const turn = step.kind === 'buy' ? checkoutDialog.expect : undefined;
  return (
    <Button
      ref={button}
      wide
      loading={isPending}
      aria-haspopup={turn && 'dialog'}
      onPointerEnter={turn}
      onFocus={turn}
      onClick={() => onPress(step.kind)}
    >
      {step.label}
    </Button>
  );
}
