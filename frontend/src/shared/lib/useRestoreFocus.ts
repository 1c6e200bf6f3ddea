import { useEffect, useEffectEvent } from 'react';

/**
 * A pending button is disabled and loses the focus: afterwards this moves the focus where `takeUp` decides.
 */
export function useRestoreFocus(isPending: boolean, moveFocus: () => void): void {
  const end = useEffectEvent(() => {
    // A dialog takes the focus when the focused element is disabled.
    if (document.activeElement?.matches('body, [role="dialog"]')) moveFocus();
  });
  useEffect(() => {
    if (!isPending) return;
    return () => end();
  }, [isPending]);
}
