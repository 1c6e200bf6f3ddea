import { type RefObject, useLayoutEffect, useState } from 'react';

/** `still` where it was in view from the start, so that nothing that can be seen blinks. */
export type Entrance = 'still' | 'waiting' | 'entering';

/** Tells when an element that stood below the screen comes into view, once. */
export function useEntrance(element: RefObject<HTMLElement | null>): Entrance {
  const [entrance, setEntrance] = useState<Entrance>('still');
  useLayoutEffect(() => {
    const target = element.current;
    if (!target || target.getBoundingClientRect().top < window.innerHeight) return;
    setEntrance('waiting');
    const watch = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      setEntrance('entering');
      watch.disconnect();
    });
    watch.observe(target);
    return () => watch.disconnect();
  }, [element]);
  return entrance;
}
