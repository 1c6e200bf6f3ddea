import { formatTime, phaseOf } from '../../../shared/lib/dates';
import type { DayState } from '../../../shared/ui/Calendar';
import type { ProgramSession } from '../queries';
import { sessionStatus } from './sessions';

interface Options {
  /** Sessions of that day. */
  sessions: readonly ProgramSession[];
  isPast: boolean;
  /** Why the exchange is closed that day. */
  holiday?: string | undefined;
  now: number;
  /** The time zone if the device has another one, else ''. */
  zone: string;
  isChosen: (session: ProgramSession) => boolean;
  /** Titles of bookings at the same time. */
  clashesOf: (session: ProgramSession) => readonly string[];
}

export const bookableSessions = (sessions: readonly ProgramSession[], now: number): ProgramSession[] =>
  sessions.filter((session) => sessionStatus(session, now) === 'open');

/**
 * State and label of a day in the picker's calendar.
 */
export function dayState({ sessions, isPast, holiday, now, zone, isChosen, clashesOf }: Options): DayState {
  if (sessions.length === 0) {
    if (holiday) return { disabled: true, note: 'Closed', label: `${holiday}, the exchange is closed` };
    return isPast ? { disabled: true } : { empty: true };
  }
  const open = bookableSessions(sessions, now);
  const of = (standing: string) => sessions.filter((session) => sessionStatus(session, now) === standing);
  const [booked, full, begun] = [of('booked'), of('full'), of('begun')];
  const ended = begun.filter(({ date, endDate }) => phaseOf(date, endDate, now) === 'over');
  const running = begun.filter((session) => !ended.includes(session));
  const clashes = [...new Set(open.flatMap(clashesOf))];
  const chosen = open.filter(isChosen).length;
  return {
    disabled: open.length === 0,
    marked: true,
    booked: booked.length > 0,
    selected: chosen === 0 ? false : chosen === open.length || 'mixed',
    note: noteOf(open, full, clashes),
    label: [
      holiday ?? '',
      listed(booked, zone),
      open.length > 0 ? `${counted(open.length)}: ${listed(open, zone)}` : '',
      full.length > 0 ? `full: ${listed(full, zone)}` : '',
      running.length > 0 ? `started: ${listed(running, zone)}` : '',
      ended.length > 0 ? `ended: ${listed(ended, zone)}` : '',
      clashes.length > 0 ? `clashes with ${clashes.join(' and ')}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  };
}

function noteOf(open: readonly unknown[], full: readonly unknown[], clashes: readonly unknown[]) {
  if (clashes.length > 0) return 'Clash';
  return open.length === 0 && full.length > 0 ? 'Full' : undefined;
}

const counted = (number: number) => `${number} ${number === 1 ? 'session' : 'sessions'}`;

function listed(sessions: readonly ProgramSession[], zone: string): string {
  return sessions
    .map(({ sessionName, date }) => `${sessionName} at ${formatTime(date)}${zone && ` ${zone}`}`)
    .join(' and ');
}
