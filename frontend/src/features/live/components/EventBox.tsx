import { type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import { track } from '../../../shared/lib/analytics';
import { gstLine } from '../../../shared/lib/tax';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { checkoutDialog } from '../../../shared/stores/checkoutDialog';
import { loginDialog } from '../../../shared/stores/loginDialog';
import { Alert } from '../../../shared/ui/Alert';
import { AppLink } from '../../../shared/ui/AppLink';
import bar from '../../../shared/ui/BottomBar.module.css';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Cover } from '../../../shared/ui/Cover';
import { CalendarIcon } from '../../../shared/ui/icons/CalendarIcon';
import { Price } from '../../../shared/ui/Price';
import type { LiveEvent } from '../lib/event';
import { eventItem } from '../lib/eventItem';
import { offerTexts, type Step, seatsText } from '../lib/eventOffer';
import { useBookFreeWebinar } from '../mutations';
import classes from './EventBox.module.css';

interface Props {
  event: LiveEvent;
  isMember: boolean;
}

/** Price, seats and next step; sticky. */
export function EventBox({ event, isMember }: Props) {
  const { status, note, step, isForSale = false } = offerTexts(event);
  const book = useBookFreeWebinar(event.id);
  const [isTaken, setTaken] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const done = useRef<HTMLParagraphElement>(null);
  const take = () => book.mutate(undefined, { onSuccess: () => setTaken(true) });
  const press = (kind: Step['kind']) => {
    if (kind === 'buy') buy(event, opener.current);
    else if (isMember) take();
    else loginDialog.open({ opener: opener.current, onDone: take });
  };
  useEffect(() => {
    // The clicked button was removed: the focus moves to its replacement.
    if (isTaken) done.current?.focus({ preventScroll: true });
  }, [isTaken]);
  const isAhead = event.status === 'planned' || event.status === 'live';
  const isOpen = step?.kind === 'book' || step?.kind === 'buy';
  return (
    <aside className={classes.root} aria-label="Price and booking">
      <Cover images={[{ url: event.banner, width: 640, height: 360 }]} />
      <div className={`${bar.root} ${classes.deal}`}>
        <div className={classes.terms}>
          {isForSale && (
            <p>
              <Price offer={event.price} markup={event.markup} size="l" />
            </p>
          )}
          {isForSale && event.price > 0 && <p className={classes.small}>{gstLine(event.price)}</p>}
          {status && <p className={classes.status}>{status}</p>}
          {isOpen && event.fewSeatsLeft !== null && (
            <p className={`${classes.seats} tabular`}>{seatsText(event.fewSeatsLeft)}</p>
          )}
        </div>
        {step && (
          <StepButton
            step={step}
            isMember={isMember}
            isPending={book.isPending}
            onPress={press}
            button={opener}
          />
        )}
        <p ref={done} tabIndex={-1} role="status" className={classes.done}>
          {isTaken && event.isBooked && "Your seat is booked. It's also in My Learnings."}
        </p>
        {isShownError(book.error) && <Alert>{messageOf(book.error, 'other')}</Alert>}
      </div>
      {note && <p className={classes.note}>{note}</p>}
      {isAhead && (
        <p className={classes.more}>
          <a
            href={`/api/live/${event.kind}/${event.weburlname}/calendar.ics`}
            download
            className={classes.link}
          >
            <CalendarIcon size={18} />
            Add to calendar
          </a>
        </p>
      )}
      {event.isBooked && (
        <p className={classes.more}>
          <AppLink to="/my-learnings" className={classes.link}>
            View in My Learnings
          </AppLink>
        </p>
      )}
    </aside>
  );
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
  if (step.kind === 'join' || step.kind === 'watch') {
    return (
      <ButtonLink wide href={step.href} target="_blank" rel="noreferrer">
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

/** The end of a session is not shown as an error: the login dialog opens by itself. */
const isShownError = (error: unknown) =>
  error !== null && !(error instanceof ApiError && error.status === 401);
