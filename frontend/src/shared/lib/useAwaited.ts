import { type RefObject, useEffect, useRef } from 'react';

interface Asked {
  page: number;
  isThere: boolean;
  /** The page that was asked for last and has not come yet. */
  awaited: RefObject<number | null>;
}

/** Stands on a page's first row, where reading goes on once the page that was asked for is there. */
export function useAwaited({ page, isThere, awaited }: Asked): RefObject<HTMLLIElement | null> {
  const first = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isThere || awaited.current !== page) return;
    awaited.current = null;
    // What was pressed for more stands below all of it, or is gone.
    if (document.activeElement?.matches('body, button'))
      first.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [page, isThere, awaited]);
  return first;
}
