import { useEffect, useEffectEvent, useId, useState } from 'react';
import { dayKey, formatDay, monthLabel } from '../../../shared/lib/dates';
import { serverNow } from '../../../shared/lib/pageData';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { Calendar } from '../../../shared/ui/Calendar';
import { JoinLink } from '../../../shared/ui/JoinLink';
import { MonthBar } from '../../../shared/ui/MonthBar';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { byline } from '../lib/eventTimes';
import {
  boundsOf,
  clashText,
  dayText,
  firstDay,
  hasClash,
  openingMonth,
  type Planned,
  planOf,
  timeLine,
} from '../lib/monthPlan';
import type { CalendarEntry } from '../queries';
import * as classes from './MonthPlan.module.css';

interface Props {
  entries: readonly CalendarEntry[];
  now: number;
}

const VIEWS = ['Calendar', 'List'] as const;

/** All bookings by month, as a calendar or a list. */
export function MonthPlan({ entries, now }: Props) {
  const today = dayKey(now);
  const plan = planOf(entries);
  const { min, max } = boundsOf(plan, today);
  const [view, setView] = useState<(typeof VIEWS)[number]>('Calendar');
  const [month, setMonth] = useState(openingMonth(plan, today));
  const open = useEffectEvent(() => setMonth(openingMonth(plan, dayKey(serverNow()))));
  // The server may have rendered the page in another month.
  useEffect(() => open(), []);
  const [picked, setPicked] = useState<string>();
  const listId = useId();
  const chosenDay = picked?.startsWith(month) ? picked : firstDay(plan, month, today);
  const bar = { month, minMonth: min, maxMonth: max, onMonthChange: setMonth };
  const days =
    view === 'List' ? [...plan.keys()].filter((day) => day.startsWith(month)) : chosenDay ? [chosenDay] : [];
  return (
    <div className={`stack surface gap-4 columns-1 ${classes.root}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in. */}
      <div role="group" aria-label="View" className="row gap-2">
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            className="touch px-4 text-s pill"
            aria-pressed={view === name}
            onClick={() => setView(name)}
          >
            {name}
          </button>
        ))}
      </div>
      {view === 'Calendar' ? (
        <Calendar
          {...bar}
          today={today}
          dayState={(day) => {
            const planned = plan.get(day);
            if (!planned) return { empty: true };
            return {
              marked: true,
              selected: day === chosenDay,
              label: dayText(planned),
              note: hasClash(planned) ? 'Clash' : undefined,
            };
          }}
          onSelect={setPicked}
        />
      ) : (
        <MonthBar {...bar} id={listId} />
      )}
      <div className="stack gap-4" aria-live="polite">
        {days.length === 0 && <p className="ink-2 text-s">No bookings in {monthLabel(month)}.</p>}
        {days.map((day) => (
          <Day key={day} planned={plan.get(day) ?? []} entries={entries} />
        ))}
      </div>
    </div>
  );
}

function Day({ planned, entries }: { planned: Planned[]; entries: readonly CalendarEntry[] }) {
  const [first] = planned;
  if (!first) return null;
  return (
    <section className={classes.day}>
      <h3 className="text-s">{formatDay(`${first.day}T06:30:00Z`)}</h3>
      <ul className="stack gap-4 mt-3">
        {planned.map((one) => {
          const clash = clashText(one, entries);
          return (
            <li key={one.entry._id + one.entry.meetingId} className={`stack leading-snug ${classes.entry}`}>
              <p className="ink-2 text-s tabular">
                {timeLine(one)}
                <TimeZone />
              </p>
              <p className="weight-550">
                <AppLink to={one.entry.href}>{one.entry.title}</AppLink>
              </p>
              <p className="ink-2 text-s">{byline(one.entry)}</p>
              {one.entry.joinUrl && (
                <JoinLink meetingId={one.entry.meetingId} href={one.entry.joinUrl} className={classes.join}>
                  Join
                  <span className="visually-hidden">{one.entry.title}</span>
                </JoinLink>
              )}
              {clash && (
                <p className="amber text-s">
                  <Badge tone="warning">Clash</Badge> {clash}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
