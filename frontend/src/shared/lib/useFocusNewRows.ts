import { type RefObject, useEffect, useRef } from 'react';

interface Options {
  page: number;
  isLoaded: boolean;
  /** The requested page that has not loaded yet. */
  requestedPage: RefObject<number | null>;
}

/** A ref for the first row of a page, which gets the focus once a requested page has loaded. */
export function useFocusNewRows({ page, isLoaded, requestedPage }: Options): RefObject<HTMLLIElement | null> {
  const first = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isLoaded || requestedPage.current !== page) return;
    requestedPage.current = null;
    // 'Show more' is now below all rows, or gone.
    if (document.activeElement?.matches('body, button'))
      first.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [page, isLoaded, requestedPage]);
  return first;
}
