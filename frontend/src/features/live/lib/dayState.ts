import { foreignZone, formatTime } from '../../../shared/lib/dates';
import type { DayState } from '../../../shared/ui/Calendar';
import type { ProgramSession } from '../queries';
import { standingOf } from './sessions';

interface Asked {
  /** Of that day. */
  sessions: readonly ProgramSession[];
  isPast: boolean;
  now: number;
  isChosen: (session: ProgramSession) => boolean;
  /** The titles of what is booked at the same time. */
  clashesOf: (session: ProgramSession) => readonly string[];
}

export const openOnes = (sessions: readonly ProgramSession[], now: number): ProgramSession[] =>
  sessions.filter((session) => standingOf(session, now) === 'open');

/** How a day of the picker's calendar looks and reads; twin: apps/site/picker_page.py, which knows no clashes. */
export function dayState({ sessions, isPast, now, isChosen, clashesOf }: Asked): DayState {
  if (sessions.length === 0) return isPast ? { disabled: true } : { empty: true };
  const open = openOnes(sessions, now);
  const of = (standing: string) => sessions.filter((session) => standingOf(session, now) === standing);
  const [booked, full, begun] = [of('booked'), of('full'), of('begun')];
  const clashes = [...new Set(open.flatMap(clashesOf))];
  const chosen = open.filter(isChosen).length;
  return {
    disabled: open.length === 0,
    marked: true,
    booked: booked.length > 0,
    selected: chosen === 0 ? false : chosen === open.length || 'mixed',
    note: noteOf(open, full, clashes),
    label: [
      listed(booked),
      open.length > 0 ? `${counted(open.length)}: ${listed(open)}` : '',
      full.length > 0 ? `full: ${listed(full)}` : '',
      begun.length > 0 ? `over: ${listed(begun)}` : '',
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

function listed(sessions: readonly ProgramSession[]): string {
  const zone = foreignZone();
  return sessions
    .map(({ sessionName, date }) => `${sessionName} at ${formatTime(date)}${zone && ` ${zone}`}`)
    .join(' and ');
}
