import { useEffect, useEffectEvent } from 'react';

/** Calls `act` when the page is hidden or closed; on a phone hiding is often the last event. */
export function usePageHide(act: () => void): void {
  const sendAllNow = useEffectEvent(act);
  useEffect(() => {
    const onHide = () => sendAllNow();
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') sendAllNow();
    };
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, []);
}
