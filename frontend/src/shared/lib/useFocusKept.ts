import { useEffect, useEffectEvent } from 'react';

/** A button that waits is disabled and loses the focus: when the wait is over, it goes where it is told. */
export function useFocusKept(isPending: boolean, takeUp: () => void): void {
  const end = useEffectEvent(() => {
    // A dialog takes the focus to itself when what had it can have it no longer.
    if (document.activeElement?.matches('body, [role="dialog"]')) takeUp();
  });
  useEffect(() => {
    if (!isPending) return;
    return () => end();
  }, [isPending]);
}
