import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type CourseFilterValues, parseFilters } from './courseFilters';
import { courseListUrl } from './courseListUrl';

interface How {
  /** Replaces the history entry, so that Back does not pass through every small step. */
  replace?: boolean;
  /** The change comes from typing; the field already shows it. */
  typed?: boolean;
}

export type Choose = (changes: CourseFilterValues, how?: How) => void;

/**
 * The filters in the URL, and a function to change them. Navigation is asynchronous, so a change is shown
 * optimistically until the URL has changed.
 */
export function useCourseFilters(): { filters: CourseFilterValues; choose: Choose } {
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const [pending, setPending] = useState<{ key: string; filters: CourseFilterValues } | null>(null);
  const current = useMemo(() => parseFilters(search), [search]);
  // The navigation has finished.
  if (pending && pending.key !== key) setPending(null);
  const filters = pending?.filters ?? current;
  const choose: Choose = (changes, { replace = false, typed = false } = {}) => {
    const address = courseListUrl({ ...filters, ...changes });
    setPending({ key, filters: parseFilters(address.slice('/courses'.length)) });
    navigate(address, { replace, state: typed ? { typed } : null });
  };
  return { filters, choose };
}
