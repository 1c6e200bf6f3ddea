import { type ReactNode, useId, useRef } from 'react';
import { track } from '../../../shared/lib/analytics';
import { formatDate, formatTime } from '../../../shared/lib/dates';
import { formatRupees, shortRupees } from '../../../shared/lib/money';
import { billOf, paiseOf, rupeesOf, taxLinePercent } from '../../../shared/lib/tax';
import { checkoutDialog } from '../../../shared/stores/checkoutDialog';
import * as bar from '../../../shared/ui/BottomBar.module.css';
import { Button } from '../../../shared/ui/Button';
import { CalendarIcon } from '../../../shared/ui/icons/CalendarIcon';
import { CloseIcon } from '../../../shared/ui/icons/CloseIcon';
import { MentorLine } from '../../../shared/ui/MentorLine';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { basesOf, inPaise, type PriceBreakdown, priceBreakdown, sessionsItem } from '../lib/checkoutItem';
import { changeRule, formatCount } from '../lib/labels';
import { nudgeOf, type Quote, quoteOf } from '../lib/quote';
import { sessionStatus } from '../lib/sessions';
import type { Selection } from '../lib/useSelection';
import type { LiveTradingDetail, ProgramSession, SessionPlan } from '../queries';
import type { CheaperSplitProps } from './CheaperSplit';
import * as classes from './PickerSummary.module.css';
import { type Plans, SpecialOffers } from './SpecialOffers';

interface Props {
  program: LiveTradingDetail;
  plans: Plans;
  selection: Selection;
  now: number;
  clashesOf: (session: ProgramSession) => readonly string[];
  /** Shown where several bookings would cost less. */
  cheaperSplit: (split: CheaperSplitProps) => ReactNode;
}

/** The selection, its price and the checkout button. */
export function PickerSummary({ program, plans, selection, now, clashesOf, cheaperSplit }: Props) {
  const id = useId();
  const { chosen } = selection;
  const breakdown = priceBreakdown(plans.list ?? [], chosen);
  return (
    <aside className={`stack columns-1 gap-6 min-w-0 ${classes.root}`} aria-label="Summary">
      <MentorLine
        name={program.mentor_details.name}
        image={program.mentor_details.image}
        className="text-s"
      />
      <section aria-labelledby={`${id}-chosen`}>
        <div className="row items-center justify-between touch">
          <h2 id={`${id}-chosen`}>Selected Sessions</h2>
          {chosen.length > 0 && (
            <Button variant="quiet" size="s" onClick={selection.clear}>
              Clear all
            </Button>
          )}
        </div>
        {chosen.length === 0 ? (
          <div className={`stack gap-1 ink-2 text-s align-center ${classes.none}`}>
            <CalendarIcon />
            <p className="mt-1 ink weight-600">No sessions selected yet</p>
            <p>Pick dates from the calendar to get started</p>
          </div>
        ) : (
          <ul className={`surface divided ${classes.chosen}`}>
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
        plans={plans.list}
        advice={
          plans.list && (
            <>
              <MoreSessions
                plans={plans.list}
                program={program}
                selection={selection}
                now={now}
                clashesOf={clashesOf}
              />
              {chosen.length > 1 && cheaperSplit({ plans: plans.list, sessions: chosen })}
            </>
          )
        }
      />
      <p className="ink-2 text-xs leading-4">{changeRule()}</p>
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
    <li className={`row items-center justify-between gap-3 ${classes.session}`}>
      <div className="min-w-0">
        <p className="text-s weight-550 leading-snug">{sessionName}</p>
        <p className={`ink-2 text-s ${classes.when} tabular`}>
          <span>{formatDate(date)}</span> <span>{formatTime(date)}</span>
          <TimeZone />
        </p>
        {clashes.length > 0 && <p className="amber text-xs">Clashes with {clashes.join(' and ')}</p>}
      </div>
      <button
        type="button"
        className={`tile ${classes.remove}`}
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
  /** Undefined while they load, or failed to: then there is no price. */
  plans: readonly SessionPlan[] | undefined;
  /** How the sessions would cost less. */
  advice: ReactNode;
}

function Pay({ program, chosen, breakdown, plans, advice }: PayProps) {
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
      <p role="status" id={`${id}-sum`} className="col-full ink-2 leading-4 text-note tabular">
        {isNone ? (
          'Select at least one session to proceed'
        ) : (
          <Sum
            count={chosen.length}
            base={breakdown.base}
            quote={quoteOf(inPaise(plans ?? []), basesOf(chosen))}
          />
        )}
      </p>
      {advice}
      {saved > 0 && (
        <p className={`green weight-550 text-note ${classes.saved} tabular`}>
          You save {shortRupees(saved)} before GST
        </p>
      )}
      <Button
        ref={button}
        size="l"
        wide
        className={classes.proceed}
        disabled={isNone || !plans}
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

/** Whole rupees, rounded up: never less than what is paid. */
const wholeRupees = (paise: number) => shortRupees(Math.ceil(rupeesOf(paise)));

function Sum({ count, base, quote }: { count: number; base: number; quote: Quote }) {
  const { each, percentOff, billTotal } = quote;
  const total = rupeesOf(quote.total);
  const parts = [
    formatCount(count),
    each !== null &&
      `${shortRupees(rupeesOf(each))} each plus GST${percentOff > 0 ? ` (${percentOff}% off)` : ''}`,
  ];
  return (
    <>
      <span className={`block ink weight-650 ${classes.total}`}>{parts.filter(Boolean).join(' · ')}</span>{' '}
      <span className={`ink-2 text-xs ${classes.small}`}>
        {total < base && (
          <s className="ink-3">
            <span className="visually-hidden">instead of </span>
            {formatRupees(rupeesOf(billOf({ price: paiseOf(base) }).billTotal))}
          </s>
        )}{' '}
        <strong className="ink text-s">{formatRupees(rupeesOf(billTotal))}</strong> incl.{' '}
        {2 * taxLinePercent()}% GST
      </span>
    </>
  );
}

interface MoreSessionsProps {
  plans: readonly SessionPlan[];
  program: LiveTradingDetail;
  selection: Selection;
  now: number;
  clashesOf: (session: ProgramSession) => readonly string[];
}

/** Shown where each session costs less if more are booked, and enough can be. */
function MoreSessions({ plans, program, selection, now, clashesOf }: MoreSessionsProps) {
  const chosen = new Set(selection.chosen);
  const others = program.programSessions.filter(
    (session) => sessionStatus(session, now) === 'open' && !chosen.has(session) && !clashesOf(session).length,
  );
  const nudge = nudgeOf(inPaise(plans), basesOf(selection.chosen), others.length);
  if (!nudge) return null;
  const { more, count, each, billTotal, isLess } = nudge;
  return (
    <div
      className={`row col-full items-center justify-between gap-3 px-3 py-2 text-xs leading-4 ${classes.nudge} tabular`}
    >
      <p>
        <strong>
          Add {more} more and pay {shortRupees(rupeesOf(each))} each plus GST
        </strong>{' '}
        {formatCount(count)} cost {wholeRupees(billTotal)} incl. GST{isLess && ', less than you pay now'}.
      </p>
      <Button variant="secondary" size="s" onClick={() => selection.toggle(others.slice(0, more))}>
        Add the next {more === 1 ? 'one' : more}
      </Button>
    </div>
  );
}
