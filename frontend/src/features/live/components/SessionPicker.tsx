import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { clashesIn, clashesWith } from '../../../shared/lib/clashes';
import { dayKey } from '../../../shared/lib/dates';
import { serverNow } from '../../../shared/lib/pageData';
import { AppLink } from '../../../shared/ui/AppLink';
import * as crumbs from '../../../shared/ui/Breadcrumbs.module.css';
import { byDay, nearestMonth, openingMonth, sessionStatus } from '../lib/sessions';
import { type Selection, useSelection } from '../lib/useSelection';
import type { BookedTime, LiveTradingDetail, ProgramSession } from '../queries';
import type { CheaperSplitProps } from './CheaperSplit';
import { type MonthView, PickerCalendar } from './PickerCalendar';
import { PickerSummary } from './PickerSummary';
import * as classes from './SessionPicker.module.css';
import type { Plans } from './SpecialOffers';
import { useView, ViewSwitch } from './ViewSwitch';

interface Props {
  program: LiveTradingDetail;
  plans: Plans;
  /** Everything the person has booked, for clashes. */
  taken: readonly BookedTime[];
  /** Shown if they could not be loaded. */
  takenError: ReactNode;
  now: number;
  /** The list view, loaded on demand. */
  list: { show: (view: MonthView) => ReactNode; preload: () => void };
  /** Notices about changed sessions, loaded on demand. */
  notices: (selection: Selection) => ReactNode;
  cheaperSplit: (split: CheaperSplitProps) => ReactNode;
}

/** The session picker: calendar and summary. */
export function SessionPicker({
  program,
  plans,
  taken,
  takenError,
  now,
  list,
  notices,
  cheaperSplit,
}: Props) {
  const { programSessions: sessions } = program;
  const today = dayKey(now);
  const [month, setMonth] = useState(() => openingMonth(sessions, now));
  // The server may have rendered the page in another month.
  const openAgain = useEffectEvent(() => setMonth(openingMonth(sessions, serverNow())));
  useEffect(() => openAgain(), []);
  const { view, show } = useView();
  const selection = useSelection(program, now);
  const days = useMemo(() => byDay(sessions), [sessions]);
  const clashes = useClashes(sessions, taken, selection.chosen);
  const chosen = new Set(selection.chosen.map(({ _id }) => _id));
  const shared = {
    days,
    holidays: new Map(program.holidays.map(({ date, name }) => [date, name])),
    now,
    today,
    month,
    minMonth: today.slice(0, 7),
    onMonthChange: setMonth,
    isChosen: ({ _id }: ProgramSession) => chosen.has(_id),
    clashesOf: ({ _id }: ProgramSession) => clashes.get(_id) ?? [],
    onToggle: selection.toggle,
    nextMonth: nearestMonth(sessions, month, now),
  };
  return (
    <article className={`container ${classes.root}`}>
      <header className={classes.head}>
        <nav aria-label="Breadcrumb">
          <ol className={`cluster text-s ${crumbs.root}`}>
            <li>
              <AppLink to="/live-trading">Live trading</AppLink>
            </li>
            <li>
              <AppLink to={`/live-trading/${program.weburlname}`}>{program.title}</AppLink>
            </li>
          </ol>
        </nav>
        <h1 className="text-xl">Select sessions: {program.title}</h1>
        <p className="mt-2 ink-2">With {program.mentor_details.name}. All dates and times are in IST.</p>
      </header>
      <section aria-label="Dates">
        {takenError}
        {(selection.moved.length > 0 || selection.lost.length > 0) && notices(selection)}
        <ViewSwitch view={view} onShow={show} onPreloadList={list.preload} />
        {view === 'list' ? list.show(shared) : <PickerCalendar {...shared} />}
        {view !== 'list' && hasFull(days, month, now) && (
          <p className="mt-3 ink-2 text-s">
            Some sessions of this month are full. The list has their waiting lists.
          </p>
        )}
      </section>
      <PickerSummary
        program={program}
        plans={plans}
        selection={selection}
        now={now}
        clashesOf={shared.clashesOf}
        cheaperSplit={cheaperSplit}
      />
    </article>
  );
}

const hasFull = (days: MonthView['days'], month: string, now: number) =>
  [...days].some(
    ([day, sessions]) =>
      day.startsWith(month) && sessions.some((session) => sessionStatus(session, now) === 'full'),
  );

/** What each session clashes with, by session id: bookings, and other selected sessions. */
function useClashes(
  sessions: readonly ProgramSession[],
  taken: readonly BookedTime[],
  chosen: readonly ProgramSession[],
): ReadonlyMap<string, string[]> {
  const booked = useMemo(() => {
    const times = taken.map(({ meetingId, ...time }) => ({ id: meetingId, ...time }));
    if (times.length === 0) return [];
    return sessions
      .filter((session) => !session.booked)
      .map((session) => [session._id, clashesWith(occasion(session), times)] as const);
  }, [sessions, taken]);
  return useMemo(() => {
    const found = new Map<string, string[]>();
    const note = (id: string, title: string) => {
      const known = found.get(id) ?? [];
      if (!known.includes(title)) found.set(id, [...known, title]);
    };
    for (const [id, others] of booked) for (const { title } of others) note(id, title);
    for (const [id, others] of clashesIn(chosen.map(occasion)))
      for (const { title } of others) note(id, title);
    return found;
  }, [booked, chosen]);
}

const occasion = ({ _id, sessionName, date, endDate }: ProgramSession) => ({
  id: _id,
  title: sessionName,
  start: date,
  end: endDate,
});
