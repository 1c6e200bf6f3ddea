import { useEffect, useEffectEvent, useState } from 'react';
import { ReadingTime } from './readingTime';
import type { WatchedRange } from './watchedRanges';

/** Reports what was read whenever the page is hidden or the topic is left. */
export function useReadingTime(length: number, onRead: (ranges: WatchedRange[]) => void): ReadingTime {
  const [time] = useState(() => new ReadingTime(length, () => performance.now()));
  const report = useEffectEvent(() => {
    const ranges = time.take();
    if (ranges.length > 0) onRead(ranges);
  });
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'visible') return time.resume();
      time.pause();
      report();
    };
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', report);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', report);
      report();
    };
  }, [time]);
  return time;
}
