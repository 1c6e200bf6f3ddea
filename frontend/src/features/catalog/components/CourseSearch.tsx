import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { SearchField } from '../../../shared/ui/SearchField';
import { FILTER_FORM } from '../lib/courseFilters';
import type { Choose } from '../lib/useCourseFilters';

const DEBOUNCE_MS = 300;
/** The API reads no more of it. */
const MAX_LENGTH = 200;

interface Props {
  search: string | undefined;
  /** Sent with the form. */
  categories: readonly string[] | undefined;
  choose: Choose;
  className: string | undefined;
}

/** A debounced search field. The URL follows the field, and the field follows the URL. */
export function CourseSearch({ search = '', categories, choose, className }: Props) {
  const { text, setText, setSent } = useTextOf(search);
  const commit = useEffectEvent((typed: string) => {
    setSent(typed);
    choose({ search: typed }, { replace: search !== '' && typed !== '', typed: true });
  });
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => commit(wanted), wanted ? DEBOUNCE_MS : 0);
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
    <form id={FILTER_FORM} role="search" action="/courses" className={className} onSubmit={submit}>
      {categories?.map((category) => (
        <input key={category} type="hidden" name="category" value={category} />
      ))}
      <SearchField
        label="Search courses"
        placeholder="Search courses, topics, mentors"
        name="search"
        maxLength={MAX_LENGTH}
        value={text}
        onChange={setText}
      />
    </form>
  );
}

/** The text of the field: what is typed, until the URL's search changes by other means. */
function useTextOf(search: string) {
  const { key, state } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const [text, setText] = useState(search);
  /** The last search that field and URL agreed on. */
  const [sent, setSent] = useState(search);
  const [previous, setPrevious] = useState({ key, search });
  if (previous.key !== key || previous.search !== search) {
    setPrevious({ key, search });
    // The URL of an earlier keystroke may arrive after more was typed.
    const isLate = previous.key !== key && !isPop && (state as { typed?: boolean } | null)?.typed === true;
    if (previous.search !== search && search !== sent && !isLate) {
      setText(search);
      setSent(search);
    }
  }
  return { text, setText, setSent };
}
