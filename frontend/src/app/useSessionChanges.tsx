import { useRef, useState } from 'react';
import type { Kind } from '../features/learnings/lib/asked';
import type { Changes, Wanted } from '../features/learnings/lib/changes';
import { useIsHeld } from '../shared/stores/loginDialog';
import type { Opener } from '../shared/ui/Dialog';
import { LatePart } from './LatePart';
import { usePart } from './layouts/part';
import classes from './SessionChanges.module.css';

const load = () =>
  import(/* webpackChunkName: "change-dialog" */ '../features/learnings/components/ChangeDialog');

/** The dialog in which sessions are moved and given up, and what became of the last change. */
export function useSessionChanges() {
  const part = usePart(load);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [outcome, setOutcome] = useState<{ kind: Kind; words: string } | null>(null);
  const told = useRef<HTMLParagraphElement>(null);
  const isHeld = useIsHeld();
  const changes: Changes = {
    expect: part.preload,
    ask: (asked) => {
      setOutcome(null);
      setWanted(asked);
    },
  };
  const opener: Opener = {
    // A button whose row is gone cannot have the focus back; the words about it can.
    focus: () => (wanted?.opener.isConnected ? wanted.opener : told.current)?.focus(),
  };
  const done = (message: string) => {
    if (wanted) setOutcome({ kind: wanted.kind, words: message });
    setWanted(null);
  };
  return {
    changes,
    /** Said in the list in which it was asked for. */
    outcomeOf: (kind: Kind) => (
      <p
        ref={kind === (wanted ?? outcome)?.kind ? told : null}
        role="status"
        tabIndex={-1}
        className={classes.outcome}
      >
        {kind === outcome?.kind && outcome.words}
      </p>
    ),
    toldIn: outcome?.kind,
    dialog: wanted && !isHeld && (
      <LatePart part={part} props={{ wanted, opener, onClose: () => setWanted(null), onDone: done }} />
    ),
  };
}
