import { useEffect, useState } from 'react';

/** The present moment, looked at again every half minute: enough for what begins and ends on the minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
