import { type RefObject, useEffect, useState } from 'react';

/** `still` where it was in view from the start, so that nothing that can be seen blinks. */
export type Entrance = 'still' | 'waiting' | 'entering';

/** Tells when an element that stood below the screen comes into view, once. */
export function useEntrance(element: RefObject<HTMLElement | null>): Entrance {
  const [entrance, setEntrance] = useState<Entrance>('still');
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let isWaiting = false;
    // Its first word comes after the page is laid out; asking for the place now would lay it out twice.
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
