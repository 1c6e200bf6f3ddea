import { useState } from 'react';
import { dayKey } from '../../../shared/lib/dates';
import { serverNow } from '../../../shared/lib/pageData';
import { Calendar, type DayState } from '../../../shared/ui/Calendar';
import { firstChoice, type OpenSession, sessionTimeText } from '../lib/openSessions';

interface Props {
  sessions: readonly OpenSession[];
  chosenId: string | undefined;
  /** Receives the first session with a seat on the pressed day. */
  onChoose: (id: string) => void;
}

/** The days on which the sessions of a program take place. */
export function SessionCalendar({ sessions, chosenId, onChoose }: Props) {
  const days = sessions.map(({ startsAt }) => dayKey(startsAt));
  const chosen = sessions.find(({ id }) => id === chosenId);
  const [month, setMonth] = useState((chosen ? dayKey(chosen.startsAt) : (days[0] ?? '')).slice(0, 7));
  const on = (day: string) => sessions.filter((_session, index) => days[index] === day);
  return (
    <Calendar
      month={month}
      today={dayKey(serverNow())}
      minMonth={days[0]?.slice(0, 7)}
      maxMonth={days.at(-1)?.slice(0, 7)}
      dayState={(day) => stateOf(on(day), chosenId)}
      onMonthChange={setMonth}
      onSelect={(day) => {
        const first = firstChoice(on(day));
        if (first) onChoose(first);
      }}
    />
  );
}

function stateOf(sessions: readonly OpenSession[], chosenId: string | undefined): DayState {
  if (sessions.length === 0) return { empty: true };
  const isFull = sessions.every((session) => session.isFull);
  const label = sessions.map((session) => `${session.name}, ${sessionTimeText(session)}`).join(' and ');
  return {
    marked: true,
    disabled: isFull,
    selected: sessions.some(({ id }) => id === chosenId),
    note: isFull ? 'Full' : undefined,
    label: isFull ? `full: ${label}` : label,
  };
}
