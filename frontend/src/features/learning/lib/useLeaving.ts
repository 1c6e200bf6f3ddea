import { useEffect, useEffectEvent } from 'react';

/** Does something when the page is hidden or closed: on a phone the first is often the last that it hears. */
export function useLeaving(act: () => void): void {
  const leave = useEffectEvent(act);
  useEffect(() => {
    const onHide = () => leave();
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, []);
}
