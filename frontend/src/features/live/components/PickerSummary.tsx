import { type ReactNode, useId, useRef } from 'react';
import { track } from '../../../shared/lib/analytics';
import { formatDate, formatTime } from '../../../shared/lib/dates';
import { shortRupees } from '../../../shared/lib/money';
import { gstLine } from '../../../shared/lib/tax';
import { checkoutDialog } from '../../../shared/stores/checkoutDialog';
import bar from '../../../shared/ui/BottomBar.module.css';
import { Button } from '../../../shared/ui/Button';
import { CalendarIcon } from '../../../shared/ui/icons/CalendarIcon';
import { CloseIcon } from '../../../shared/ui/icons/CloseIcon';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { type PriceBreakdown, priceBreakdown, sessionsItem } from '../lib/checkoutItem';
import type { Selection } from '../lib/useSelection';
import type { LiveTradingDetail, ProgramSession } from '../queries';
import type { CheaperSplitProps } from './CheaperSplit';
import classes from './PickerSummary.module.css';
import { type Plans, SpecialOffers } from './SpecialOffers';

interface Props {
  program: LiveTradingDetail;
  plans: Plans;
  selection: Selection;
  clashesOf: (session: ProgramSession) => readonly string[];
  /** Shown where several bookings would cost less. */
  cheaperSplit: (split: CheaperSplitProps) => ReactNode;
}

/** The selection, its price and the checkout button. */
export function PickerSummary({ program, plans, selection, clashesOf, cheaperSplit }: Props) {
  const id = useId();
  const { chosen } = selection;
  const breakdown = priceBreakdown(plans.list ?? [], chosen);
  return (
    <aside className={classes.root} aria-label="Summary">
      <section aria-labelledby={`${id}-chosen`}>
        <div className={classes.headline}>
          <h2 id={`${id}-chosen`}>Selected Sessions</h2>
          {chosen.length > 0 && (
            <Button variant="quiet" size="s" onClick={selection.clear}>
              Clear all
            </Button>
          )}
        </div>
        {chosen.length === 0 ? (
          <div className={classes.none}>
            <CalendarIcon />
            <p className={classes.noneTitle}>No sessions selected yet</p>
            <p>Pick dates from the calendar to get started</p>
          </div>
        ) : (
          <ul className={classes.chosen}>
            {chosen.map((session) => (
              <Chosen
                key={session._id}
                session={session}
                selection={selection}
                clashes={clashesOf(session)}
              />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby={`${id}-offers`}>
        <h2 id={`${id}-offers`}>Special Offers</h2>
        <SpecialOffers plans={plans} applied={breakdown.plan} selectedCount={chosen.length} />
      </section>
      <Pay
        program={program}
        chosen={chosen}
        breakdown={breakdown}
        isReady={plans.list !== undefined}
        cheaperSplit={
          plans.list && chosen.length > 1 ? cheaperSplit({ plans: plans.list, sessions: chosen }) : null
        }
      />
    </aside>
  );
}

interface ChosenProps {
  session: ProgramSession;
  selection: Selection;
  clashes: readonly string[];
}

function Chosen({ session, selection, clashes }: ChosenProps) {
  const { sessionName, date } = session;
  return (
    <li className={classes.session}>
      <div className={classes.text}>
        <p className={classes.name}>{sessionName}</p>
        <p className={`${classes.when} tabular`}>
          <span>{formatDate(date)}</span> <span>{formatTime(date)}</span>
          <TimeZone />
        </p>
        {clashes.length > 0 && <p className={classes.clash}>Clashes with {clashes.join(' and ')}</p>}
      </div>
      <button
        type="button"
        className={classes.remove}
        aria-label={`Remove ${sessionName}, ${formatDate(date)}`}
        onClick={() => selection.toggle([session])}
      >
        <CloseIcon size={18} />
      </button>
    </li>
  );
}

interface PayProps {
  program: LiveTradingDetail;
  chosen: readonly ProgramSession[];
  breakdown: PriceBreakdown;
  /** The plans failed to load, so there is no price. */
  isReady: boolean;
  cheaperSplit: ReactNode;
}

function Pay({ program, chosen, breakdown, isReady, cheaperSplit }: PayProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { saved } = breakdown;
  const isNone = chosen.length === 0;
  const pay = () => {
    track('add_to_cart', { item: program.title });
    checkoutDialog.open(sessionsItem(program, chosen, breakdown), button.current);
  };
  return (
    <div className={`${bar.root} ${classes.deal}`}>
      <p role="status" id={`${id}-sum`} className={`${classes.sum} tabular`}>
        {isNone ? 'Select at least one session to proceed' : <Sum count={chosen.length} {...breakdown} />}
      </p>
      {saved > 0 && <p className={`${classes.saved} tabular`}>You save {shortRupees(saved)}</p>}
      {cheaperSplit}
      <Button
        ref={button}
        size="l"
        wide
        className={classes.proceed}
        disabled={isNone || !isReady}
        aria-describedby={`${id}-sum`}
        aria-haspopup="dialog"
        onPointerEnter={checkoutDialog.expect}
        onFocus={checkoutDialog.expect}
        onClick={pay}
      >
        Proceed to Payment
      </Button>
    </div>
  );
}

function Sum({ count, total, base, saved }: PriceBreakdown & { count: number }) {
  return (
    <>
      <span>{count === 1 ? '1 session' : `${count} sessions`}</span>{' '}
      <span className={classes.total}>{shortRupees(total)}</span>{' '}
      {saved > 0 && (
        <s className={classes.base}>
          <span className="visually-hidden">instead of </span>
          {shortRupees(base)}
        </s>
      )}{' '}
      <span className={classes.small}>{gstLine(total)}</span>
    </>
  );
}
