import { useEffect, useMemo, useState } from 'react';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import type { LiveTradingDetail, ProgramSession } from '../queries';
import {
  checkSelection,
  readSelection,
  type SelectedSession,
  toggled,
  toSelectedSession,
  writeSelection,
} from './selection';

/**
 * The selected sessions of a program. They are stored across reload and login, and compared with the current
 * sessions.
 */
export function useSelection({ _id, programSessions }: LiveTradingDetail, now: number) {
  const isHydrated = useIsHydrated();
  const [selected, setSelected] = useState<SelectedSession[]>(() => (isHydrated ? readSelection(_id) : []));
  const checked = useMemo(
    () => checkSelection(selected, programSessions, now),
    [selected, programSessions, now],
  );
  useEffect(() => {
    if (!isHydrated) return setSelected(readSelection(_id));
    const bought = new Set(programSessions.filter(({ booked }) => booked).map((session) => session._id));
    writeSelection(
      _id,
      selected.filter(({ id }) => !bought.has(id)),
    );
  }, [_id, selected, programSessions, isHydrated]);
  return {
    ...checked,
    toggle: (sessions: readonly ProgramSession[]) => setSelected((before) => toggled(before, sessions)),
    clear: () => setSelected([]),
    /** The notice about moved and lost sessions was dismissed. */
    settle: () => setSelected(checked.chosen.map(toSelectedSession)),
  };
}

export type Selection = ReturnType<typeof useSelection>;
