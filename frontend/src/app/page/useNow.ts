import { useEffect, useState } from 'react';
import { pageSettings, serverNow } from '../../shared/lib/pageData';
import { useIsHydrated } from '../../shared/lib/useIsHydrated';

/** The current time, updated every 30 seconds; during hydration the time at which the server rendered. */
export function useNow(): number {
  const isHydrated = useIsHydrated();
  const [now, setNow] = useState(() => (isHydrated ? serverNow() : pageSettings().now));
  useEffect(() => {
    const update = () => setNow(serverNow());
    if (!isHydrated) return update();
    const timer = setInterval(update, 30_000);
    return () => clearInterval(timer);
  }, [isHydrated]);
  return now;
}
