import { useId } from 'react';
import { formatDay, formatTimeRange } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import { remember } from '../../../shared/lib/selection';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import bar from '../../../shared/ui/BottomBar.module.css';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Zone } from '../../../shared/ui/Zone';
import { isOneDay, NAMED, type Outlook, outlookOf } from '../lib/program';
import { standingOf } from '../lib/sessions';
import type { LiveTradingDetail, ProgramSession } from '../queries';
import box from './EventBox.module.css';
import classes from './EventPage.module.css';
import { Lines, Person, Steps } from './EventParts';
import own from './ProgramPage.module.css';
import { type Plans, SpecialOffers } from './SpecialOffers';

const GAINS = [
  'You book single sessions: one evening or many, on the days that suit you.',
  'The more sessions together, the less each costs.',
  'The link to join is in My Learnings from 15 minutes before each session, the recording after it.',
  'Until 4 hours before a session you can move it to another day or give it up for a credit.',
];

interface Props {
  program: LiveTradingDetail;
  plans: Plans;
  now: number;
}

/** A live trading program: what it is, what is ahead, and the way to the calendar. Twin: templates/pages/program.html. */
export function ProgramPage({ program, plans, now }: Props) {
  const id = useId();
  const outlook = outlookOf(program.programSessions, plans.list ?? [], now);
  return (
    <article className={`container ${classes.root}`}>
      <header>
        <nav aria-label="Breadcrumb">
          <ol className={classes.crumbs}>
            <li>
              <AppLink to="/live-trading">Live trading</AppLink>
            </li>
          </ol>
        </nav>
        <h1>{program.title}</h1>
        <When outlook={outlook} />
      </header>
      <Box program={program} outlook={outlook} />
      <div className={classes.body}>
        {program.long_description && <p>{program.long_description}</p>}
        {outlook.ahead.length > 0 && (
          <section aria-labelledby={`${id}-next`}>
            <h2 id={`${id}-next`}>Next sessions</h2>
            <NextSessions outlook={outlook} now={now} />
          </section>
        )}
        <section aria-labelledby={`${id}-offers`}>
          <h2 id={`${id}-offers`}>Special Offers</h2>
          <div className={own.offers}>
            <SpecialOffers plans={plans} applied={null} />
          </div>
        </section>
        {program.agenda.length > 0 && (
          <section aria-labelledby={`${id}-agenda`}>
            <h2 id={`${id}-agenda`}>What a session is like</h2>
            <Steps lines={program.agenda} />
          </section>
        )}
        <section aria-labelledby={`${id}-gains`}>
          <h2 id={`${id}-gains`}>What you get</h2>
          <Lines lines={GAINS} />
        </section>
        <section aria-labelledby={`${id}-host`}>
          <h2 id={`${id}-host`}>Your mentor</h2>
          <Person person={program.mentor_details} />
        </section>
      </div>
    </article>
  );
}

function When({ outlook }: { outlook: Outlook }) {
  const { first, last, isOnNow } = outlook;
  if (!first || !last) {
    return (
      <p className={classes.when}>
        No session is planned at the moment.
        {isOnNow && <Badge tone="live">LIVE</Badge>}
      </p>
    );
  }
  return (
    <p className={`${classes.when} tabular`}>
      <span className={classes.day}>
        {isOneDay(outlook) ? formatDay(first.date) : `${formatDay(first.date)} onwards`}
      </span>
      <span className={classes.times}>
        {formatTimeRange(first.date, first.endDate)}
        <Zone />
      </span>
      {isOnNow && <Badge tone="live">LIVE</Badge>}
    </p>
  );
}

function NextSessions({ outlook: { ahead }, now }: { outlook: Outlook; now: number }) {
  const more = ahead.length - NAMED;
  return (
    <>
      <ul className={own.sessions}>
        {ahead.slice(0, NAMED).map((session) => (
          <li key={session._id} className={own.session}>
            <span className={own.name}>{session.sessionName}</span>
            <span className={`${own.when} tabular`}>
              {formatDay(session.date)}, {formatTimeRange(session.date, session.endDate)}
              <Zone />
            </span>
            <Mark session={session} now={now} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={own.more}>
          And {more.toLocaleString('en-IN')} more {more === 1 ? 'session' : 'sessions'} on the calendar.
        </p>
      )}
    </>
  );
}

function Mark({ session, now }: { session: ProgramSession; now: number }) {
  const standing = standingOf(session, now);
  if (standing === 'booked') return <Badge tone="success">Booked</Badge>;
  return standing === 'full' ? <Badge>Full</Badge> : null;
}

function Box({ program, outlook: { open, from } }: { program: LiveTradingDetail; outlook: Outlook }) {
  return (
    <aside className={box.root} aria-label="Price and booking">
      <img src={program.mentorbannerurl} width={640} height={360} alt="" />
      <div className={`${bar.root} ${box.deal}`}>
        <div className={box.terms}>
          {open > 0 && from !== null ? (
            <>
              <p className={`${own.from} tabular`}>
                From <strong>{formatRupees(from, { decimals: 0 })}</strong> a session
              </p>
              <p className={box.small}>GST of 18% is added.</p>
            </>
          ) : (
            <p className={box.status}>{from === null ? 'Nothing is planned yet' : 'All seats are taken'}</p>
          )}
        </div>
        {from === null ? (
          <ButtonLink wide variant="secondary" to="/live-trading">
            See other programs
          </ButtonLink>
        ) : (
          <ButtonLink
            wide
            to={`/select-sessions/${program.weburlname}`}
            onClick={() => remember('selectedLiveTrading', program._id)}
          >
            Select sessions
          </ButtonLink>
        )}
      </div>
    </aside>
  );
}
