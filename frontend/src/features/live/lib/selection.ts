import type { ProgramSession } from '../queries';
import { sessionStatus } from './sessions';

/** A selected session, with its name and time at selection, to name it if it is removed or moved. */
export interface SelectedSession {
  id: string;
  name: string;
  date: string;
}

export const toSelectedSession = ({ _id, sessionName, date }: ProgramSession): SelectedSession => ({
  id: _id,
  name: sessionName,
  date,
});

export type Loss = 'booked' | 'full' | 'begun' | 'gone';

export interface CheckedSelection {
  /** Sessions that can still be bought, soonest first. */
  chosen: ProgramSession[];
  /** Sessions that were moved since they were selected. */
  moved: { selected: SelectedSession; session: ProgramSession }[];
  lost: { selected: SelectedSession; reason: Loss }[];
}

/** The selection, compared with the program's current sessions. */
export function checkSelection(
  selected: readonly SelectedSession[],
  sessions: readonly ProgramSession[],
  now: number,
): CheckedSelection {
  const known = new Map(sessions.map((session) => [session._id, session]));
  const found: CheckedSelection = { chosen: [], moved: [], lost: [] };
  for (const one of selected) {
    const session = known.get(one.id);
    const standing = session ? sessionStatus(session, now) : 'gone';
    if (!session || standing !== 'open') {
      found.lost.push({ selected: one, reason: standing as Loss });
      continue;
    }
    found.chosen.push(session);
    if (session.date !== one.date) found.moved.push({ selected: one, session });
  }
  found.chosen.sort((one, other) => one.date.localeCompare(other.date) || one._id.localeCompare(other._id));
  // Everything was booked, so nothing was lost.
  if (found.lost.length === selected.length && found.lost.every(({ reason }) => reason === 'booked'))
    found.lost = [];
  return found;
}

/** Adds these sessions to the selection, or removes them if all are in it. */
export function toggled(
  selected: readonly SelectedSession[],
  sessions: readonly ProgramSession[],
): SelectedSession[] {
  const ids = new Set(sessions.map(({ _id }) => _id));
  const others = selected.filter(({ id }) => !ids.has(id));
  const areAllIn = selected.length - others.length === ids.size;
  return areAllIn ? others : [...others, ...sessions.map(toSelectedSession)];
}

const keyOf = (programId: string) => `sessions:${programId}`;

export function readSelection(programId: string): SelectedSession[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(programId)) ?? '[]');
    return Array.isArray(found) ? found.filter(isSelectedSession) : [];
  } catch {
    return [];
  }
}

export function writeSelection(programId: string, selected: readonly SelectedSession[]): void {
  try {
    if (selected.length > 0) localStorage.setItem(keyOf(programId), JSON.stringify(selected));
    else localStorage.removeItem(keyOf(programId));
  } catch {
    // Without storage the selection is lost on reload.
  }
}

function isSelectedSession(value: unknown): value is SelectedSession {
  const { id, name, date } = (value ?? {}) as Partial<SelectedSession>;
  return typeof id === 'string' && typeof name === 'string' && !Number.isNaN(Date.parse(date ?? ''));
}
