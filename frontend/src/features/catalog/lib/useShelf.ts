import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addressOf, type Shelf, shelfAt } from './shelf';

interface How {
  /** Instead of the present address, so that going back does not pass through every small step. */
  replace?: boolean;
  /** By what is being typed, which the box shows already. */
  typed?: boolean;
}

export type Choose = (changes: Shelf, how?: How) => void;

/**
 * What the address asks of the list of courses, and how to ask for something else. The router takes its
 * time with a new address; what was chosen shows at once.
 */
export function useShelf(): { shelf: Shelf; choose: Choose } {
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const [ahead, setAhead] = useState<{ key: string; shelf: Shelf } | null>(null);
  const there = useMemo(() => shelfAt(search), [search]);
  // Here or elsewhere, the router has arrived.
  if (ahead && ahead.key !== key) setAhead(null);
  const shelf = ahead?.shelf ?? there;
  const choose: Choose = (changes, { replace = false, typed = false } = {}) => {
    const address = addressOf({ ...shelf, ...changes });
    setAhead({ key, shelf: shelfAt(address.slice('/courses'.length)) });
    navigate(address, { replace, state: typed ? { typed } : null });
  };

  const [written] = useState(writtenShelf);
  const takeUp = useEffectEvent(() => {
    if (written && addressOf(written) !== addressOf(shelf)) choose(written, { replace: true });
  });
  useEffect(() => takeUp(), []);
  return { shelf, choose };
}

/** What somebody who was quicker than the scripts chose and typed in the form that the server wrote. */
function writtenShelf(): Shelf | null {
  const form = document.querySelector<HTMLFormElement>('form[data-written="shelf"]');
  if (!form) return null;
  const pairs = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return shelfAt(String(new URLSearchParams(pairs)));
}
