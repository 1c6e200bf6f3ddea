import { type RefObject, useEffect, useState } from 'react';

/** `still` if it was in view from the start, so that nothing visible blinks. */
export type Entrance = 'still' | 'waiting' | 'entering';

/** Whether an element below the viewport has scrolled into view, once. */
export function useEntrance(element: RefObject<HTMLElement | null>): Entrance {
  const [entrance, setEntrance] = useState<Entrance>('still');
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let isWaiting = false;
    // The observer's first callback comes after layout; measuring here would force another layout.
    const watch = new IntersectionObserver(([seen]) => {
      if (seen && !seen.isIntersecting && seen.boundingClientRect.top > 0) {
        isWaiting = true;
        setEntrance('waiting');
      } else {
        if (isWaiting) setEntrance('entering');
        watch.disconnect();
      }
    });
    watch.observe(target);
    return () => watch.disconnect();
  }, [element]);
  return entrance;
}
