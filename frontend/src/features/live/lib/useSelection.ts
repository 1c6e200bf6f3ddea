import { useEffect, useMemo, useState } from 'react';
import type { LiveTradingDetail, ProgramSession } from '../queries';
import { type Kept, keepingOf, readSelection, sift, toggled, writeSelection } from './selection';

/** What somebody picked of a program; it outlives a reload and a login, and follows what becomes of it. */
export function useSelection({ _id, programSessions }: LiveTradingDetail, now: number) {
  const [kept, setKept] = useState<Kept[]>(() => readSelection(_id));
  const sifted = useMemo(() => sift(kept, programSessions, now), [kept, programSessions, now]);
  useEffect(() => {
    const bought = new Set(programSessions.filter(({ booked }) => booked).map((session) => session._id));
    writeSelection(
      _id,
      kept.filter(({ id }) => !bought.has(id)),
    );
  }, [_id, kept, programSessions]);
  return {
    ...sifted,
    toggle: (sessions: readonly ProgramSession[]) => setKept((before) => toggled(before, sessions)),
    clear: () => setKept([]),
    /** What was told of moved and lost sessions has been read. */
    settle: () => setKept(sifted.chosen.map(keepingOf)),
  };
}

export type Selection = ReturnType<typeof useSelection>;
