import type { ProgramSession } from '../queries';
import { standingOf } from './sessions';

/** A session as somebody picked it, so that it can be named when it is gone, and told when it was moved. */
export interface Kept {
  id: string;
  name: string;
  date: string;
}

export const keepingOf = ({ _id, sessionName, date }: ProgramSession): Kept => ({
  id: _id,
  name: sessionName,
  date,
});

export type Loss = 'booked' | 'full' | 'begun' | 'gone';

export interface Sifted {
  /** What can still be bought, soonest first. */
  chosen: ProgramSession[];
  /** What is at another time than when it was picked. */
  moved: { kept: Kept; session: ProgramSession }[];
  lost: { kept: Kept; why: Loss }[];
}

/** What is left of a selection, as the program stands now. */
export function sift(kept: readonly Kept[], sessions: readonly ProgramSession[], now: number): Sifted {
  const known = new Map(sessions.map((session) => [session._id, session]));
  const found: Sifted = { chosen: [], moved: [], lost: [] };
  for (const one of kept) {
    const session = known.get(one.id);
    const standing = session ? standingOf(session, now) : 'gone';
    if (!session || standing !== 'open') {
      found.lost.push({ kept: one, why: standing as Loss });
      continue;
    }
    found.chosen.push(session);
    if (session.date !== one.date) found.moved.push({ kept: one, session });
  }
  found.chosen.sort((one, other) => one.date.localeCompare(other.date) || one._id.localeCompare(other._id));
  // All of it was bought: nothing went wrong.
  if (found.lost.length === kept.length && found.lost.every(({ why }) => why === 'booked')) found.lost = [];
  return found;
}

/** The same selection with these sessions in, or all of them out where all were in. */
export function toggled(kept: readonly Kept[], sessions: readonly ProgramSession[]): Kept[] {
  const ids = new Set(sessions.map(({ _id }) => _id));
  const others = kept.filter(({ id }) => !ids.has(id));
  const areAllIn = kept.length - others.length === ids.size;
  return areAllIn ? others : [...others, ...sessions.map(keepingOf)];
}

const keyOf = (programId: string) => `sessions:${programId}`;

export function readSelection(programId: string): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(programId)) ?? '[]');
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

export function writeSelection(programId: string, kept: readonly Kept[]): void {
  try {
    if (kept.length > 0) localStorage.setItem(keyOf(programId), JSON.stringify(kept));
    else localStorage.removeItem(keyOf(programId));
  } catch {
    // Without storage a reload begins with nothing picked.
  }
}

function isKept(value: unknown): value is Kept {
  const { id, name, date } = (value ?? {}) as Partial<Kept>;
  return typeof id === 'string' && typeof name === 'string' && !Number.isNaN(Date.parse(date ?? ''));
}
