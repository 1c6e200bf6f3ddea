import { useState } from 'react';
import { useLocation } from 'react-router';
import { useIsHydrated } from './useIsHydrated';

/**
 * How many pages of a list are shown. The count is stored in the history entry, so that Back restores the
 * same rows.
 */
export function usePageCount(address: string): { pages: number; showMore: () => void } {
  const { key, state } = useLocation();
  const isHydrated = useIsHydrated();
  const [current, setCurrent] = useState({ key: '', address, pages: 1 });
  // The server does not know the history entry.
  if (isHydrated && current.key !== key) setCurrent({ key, address, pages: pagesIn(state) });
  else if (current.address !== address) setCurrent({ key, address, pages: 1 });
  const showMore = () => {
    const pages = current.pages + 1;
    setCurrent({ key, address, pages });
    // Bypasses the router, which would treat it as a navigation.
    const entry = window.history.state as { usr?: object } | null;
    window.history.replaceState({ ...entry, usr: { ...entry?.usr, pages } }, '');
  };
  return { pages: current.pages, showMore };
}

const pagesIn = (state: unknown): number => (state as { pages?: number } | null)?.pages ?? 1;
