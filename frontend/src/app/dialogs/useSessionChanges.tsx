import { useRef, useState } from 'react';
import type { ChangePlace, ChangeRequest, Changes } from '../../features/my-learnings/lib/changes';
import { useIsLoginRequired } from '../../shared/stores/loginDialog';
import type { Opener } from '../../shared/ui/Dialog';
import { LazySection } from '../../shared/ui/LazySection';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';
import * as classes from './SessionChanges.module.css';

const load = () =>
  import(/* webpackChunkName: "change-dialog" */ '../../features/my-learnings/components/ChangeDialog');

interface Outcome {
  kind: ChangePlace;
  text: string;
  movedId: string | undefined;
}

/** The dialog for swapping and cancelling sessions, and the result of the last change. */
export function useSessionChanges() {
  const lazyComponent = useLazyComponent(load);
  const [request, setRequest] = useState<ChangeRequest | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const isLoginRequired = useIsLoginRequired();
  const changes: Changes = {
    preload: lazyComponent.preload,
    movedId: outcome?.movedId,
    open: (params) => {
      setOutcome(null);
      setRequest(params);
    },
  };
  const opener: Opener = {
    // If the button was removed with its row, the status message gets the focus.
    focus: () => (request?.opener.isConnected ? request.opener : status.current)?.focus(),
  };
  const done = (message: string, movedId?: string) => {
    if (request) setOutcome({ kind: request.kind, text: message, movedId });
    setRequest(null);
  };
  return {
    changes,
    /** The status message for this list. */
    outcomeOf: (kind: ChangePlace) => (
      <p
        ref={kind === (request ?? outcome)?.kind ? status : null}
        role="status"
        tabIndex={-1}
        className={`green text-s ${classes.outcome}`}
      >
        {kind === outcome?.kind && outcome.text}
      </p>
    ),
    outcomeKind: outcome?.kind,
    dialog: request && !isLoginRequired && (
      <LazySection
        lazyComponent={lazyComponent}
        props={{ request, opener, onClose: () => setRequest(null), onDone: done }}
      />
    ),
  };
}

export type SessionChanges = Omit<ReturnType<typeof useSessionChanges>, 'dialog'>;
