import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { SearchField } from '../../../shared/ui/SearchField';
import type { Choose } from '../lib/useShelf';

const PAUSE_MS = 300;
/** The server looks at no more. */
const LONGEST = 200;

interface Props {
  search: string | undefined;
  choose: Choose;
  className: string | undefined;
}

/** Searches as one types, after a pause; the address follows the box, and the box the address. */
export function ShelfSearch({ search = '', choose, className }: Props) {
  const { text, setText, setSent } = useTextOf(search);
  const commit = useEffectEvent((typed: string) => {
    setSent(typed);
    choose({ search: typed }, { replace: search !== '' && typed !== '', typed: true });
  });
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => commit(wanted), wanted ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [wanted, search]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === search) return;
    setSent(wanted);
    choose({ search: wanted }, { typed: true });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: many phones have a browser from before the element.
    <form role="search" className={className} onSubmit={submit}>
      <SearchField
        label="Search courses"
        placeholder="Search courses, topics, instructors"
        name="search"
        maxLength={LONGEST}
        value={text}
        onChange={setText}
      />
    </form>
  );
}

/** What stands in the box: what is typed, until the search changes by other means. */
function useTextOf(search: string) {
  const { key, state } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const [text, setText] = useState(search);
  /** What the box and the address agreed on last. */
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState({ key, search });
  if (seen.key !== key || seen.search !== search) {
    setSeen({ key, search });
    // An address that was typed may arrive when more is typed already.
    const isLate = seen.key !== key && !isPop && (state as { typed?: boolean } | null)?.typed === true;
    if (seen.search !== search && search !== sent && !isLate) {
      setText(search);
      setSent(search);
    }
  }
  return { text, setText, setSent };
}
