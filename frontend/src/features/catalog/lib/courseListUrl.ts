import type { CourseFilterValues } from './courseFilters';

export const LISTS = ['category', 'level', 'instructor', 'language'] as const;

/** The address of the course list with these filters. */
export function courseListUrl(filters: CourseFilterValues): string {
  const query = new URLSearchParams();
  for (const name of LISTS) for (const value of filters[name] ?? []) query.append(name, value);
  for (const name of ['price', 'search', 'sort'] as const) {
    const value = filters[name];
    if (value) query.append(name, value);
  }
  return query.size > 0 ? `/courses?${query}` : '/courses';
}
