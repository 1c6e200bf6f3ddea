import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * How many pages of the list at this address are shown. It is kept with the place in the history, so that
 * going back finds as many rows as there were.
 */
export function usePages(address: string): { pages: number; showMore: () => void } {
  const { key, state } = useLocation();
  const [shown, setShown] = useState({ key, address, pages: pagesIn(state) });
  if (shown.key !== key) setShown({ key, address, pages: pagesIn(state) });
  else if (shown.address !== address) setShown({ key, address, pages: 1 });
  const showMore = () => {
    const pages = shown.pages + 1;
    setShown({ key, address, pages });
    // Past the router, to which this would be a new place.
    const entry = window.history.state as { usr?: object } | null;
    window.history.replaceState({ ...entry, usr: { ...entry?.usr, pages } }, '');
  };
  return { pages: shown.pages, showMore };
}

const pagesIn = (state: unknown): number => (state as { pages?: number } | null)?.pages ?? 1;
