import { useId } from 'react';
import { durationText } from '../../../shared/lib/businessConstants';
import { formatDay, formatTimeRange } from '../../../shared/lib/dates';
import { langOf } from '../../../shared/lib/i18n';
import { storeSelectedId } from '../../../shared/lib/selection';
import { Badge } from '../../../shared/ui/Badge';
import * as bar from '../../../shared/ui/BottomBar.module.css';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Cover } from '../../../shared/ui/Cover';
import { MentorLine } from '../../../shared/ui/MentorLine';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { TotalPrice } from '../../../shared/ui/TotalPrice';
import * as columns from '../../../shared/ui/TwoColumns.module.css';
import { changeRule } from '../lib/labels';
import { daysText, packText, singleText, timesText } from '../lib/programTexts';
import { isUpcoming, sessionStatus } from '../lib/sessions';
import type { LiveTradingDetail, ProgramSession } from '../queries';
import * as box from './EventBox.module.css';
import { Crumbs, Host, Language, Lines, Steps } from './EventParts';
import * as own from './ProgramPage.module.css';
import { type Plans, SpecialOffers } from './SpecialOffers';

/** How many sessions are listed. */
const MAX_LISTED = 6;

const gains = () => [
  'Book single sessions, one or many, on the days that suit you.',
  'The more sessions you book together, the less each one costs.',
  `The join link is in My Learnings from ${durationText('joinOpensBefore')} before each session, and the recording after it.`,
  `Until ${durationText('changeDeadline')} before a session, you can swap it for another day or cancel it for a credit.`,
];

interface Props {
  program: LiveTradingDetail;
  plans: Plans;
  now: number;
}

/** A live trading program. */
export function ProgramPage({ program, plans, now }: Props) {
  const id = useId();
  const upcoming = program.programSessions.filter((session) => isUpcoming(session, now));
  return (
    <article className={`container ${columns.root}`}>
      <header>
        <Crumbs to="/live-trading" name="Live trading" subject={program.category} />
        <h1 lang={langOf(program.title)}>{program.title}</h1>
        <When program={program} isPlanned={upcoming.length > 0} />
        <Language of={program} />
      </header>
      <Box program={program} />
      <div className={`stack gap-10 columns-1 ${columns.body}`}>
        {program.long_description && <p>{program.long_description}</p>}
        {upcoming.length > 0 && (
          <section aria-labelledby={`${id}-next`}>
            <h2 id={`${id}-next`}>Next sessions</h2>
            <NextSessions upcoming={upcoming} now={now} />
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
          <Lines lines={gains()} />
        </section>
        <section aria-labelledby={`${id}-host`}>
          <h2 id={`${id}-host`}>Your mentor</h2>
          <Host host={program.mentor_details} />
        </section>
      </div>
    </article>
  );
}

function When({ program, isPlanned }: { program: LiveTradingDetail; isPlanned: boolean }) {
  const isLive = program.status === 'live';
  if (!isPlanned) {
    return (
      <p className="cluster items-center gap-1 gap-x-4 mt-4 text-l leading-snug">
        No sessions are scheduled right now.
        {isLive && <Badge tone="live">LIVE</Badge>}
      </p>
    );
  }
  return (
    <p className="cluster items-center gap-1 gap-x-4 mt-4 text-l leading-snug tabular">
      <span className="weight-650">{daysText(program)}</span>
      <span className="ink-2">
        {timesText(program)}
        <TimeZone />
      </span>
      {isLive && <Badge tone="live">LIVE</Badge>}
    </p>
  );
}

function NextSessions({ upcoming, now }: { upcoming: ProgramSession[]; now: number }) {
  const more = upcoming.length - MAX_LISTED;
  return (
    <>
      <ul className="surface divided measure mt-4">
        {upcoming.slice(0, MAX_LISTED).map((session) => (
          <li
            key={session._id}
            className={`stack columns-1-auto items-center gap-x-4 px-4 py-3 ${own.session}`}
          >
            <span className={own.name}>{session.sessionName}</span>
            <span className={`ink-2 text-s ${own.when} tabular`}>
              {formatDay(session.date)}, {formatTimeRange(session.date, session.endDate)}
              <TimeZone />
            </span>
            <Mark session={session} now={now} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-3 ink-2 text-s">
          And {more.toLocaleString('en-IN')} more {more === 1 ? 'session' : 'sessions'} on the calendar.
        </p>
      )}
    </>
  );
}

function Mark({ session, now }: { session: ProgramSession; now: number }) {
  const standing = sessionStatus(session, now);
  if (standing === 'booked') return <Badge tone="success">Booked</Badge>;
  return standing === 'full' ? <Badge>Full</Badge> : null;
}

const STATUS_TEXTS = {
  allBooked: "You've booked all upcoming sessions",
  soldOut: 'All seats are taken',
  nothingPlanned: 'No sessions scheduled yet',
};

function Box({ program }: { program: LiveTradingDetail }) {
  const { offer, fromPrice } = program;
  return (
    <aside className={box.root} aria-label="Price and booking">
      <Cover images={[{ url: program.mentorbannerurl, width: 640, height: 360 }]} />
      <MentorLine
        name={program.mentor_details.name}
        image={program.mentor_details.image}
        className="mt-3 text-s"
      />
      <div className={bar.deal}>
        <div className={bar.terms}>
          {offer !== 'select' ? (
            <p className={`weight-600 leading-4 ${box.status}`}>{STATUS_TEXTS[offer]}</p>
          ) : (
            fromPrice !== null && (
              <TotalPrice
                isFrom
                price={fromPrice}
                total={program.priceWithGst ?? 0}
                unit={`a session ${packText(program)}`.trim()}
                more={<span>{singleText(program)}</span>}
              />
            )
          )}
        </div>
        {offer === 'nothingPlanned' ? (
          <ButtonLink wide variant="secondary" to="/live-trading">
            See other programs
          </ButtonLink>
        ) : (
          <ButtonLink
            wide
            to={`/select-sessions/${program.weburlname}`}
            onClick={() => storeSelectedId('selectedLiveTrading', program._id)}
          >
            Select sessions
          </ButtonLink>
        )}
        {offer === 'select' && <p className="ink-2 text-xs leading-4">{changeRule()}</p>}
      </div>
    </aside>
  );
}
