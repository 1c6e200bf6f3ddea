import { type RefObject, useEffect, useState } from 'react';

/** True once this element has come near the screen: what is below the first screen loads then. */
export function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), {
      rootMargin: '300px',
    });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return isNear;
}
