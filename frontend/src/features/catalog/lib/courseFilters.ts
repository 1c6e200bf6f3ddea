/** The course filters in the URL. apps/catalog/selectors/course_filters.py parses it alike. */

import { LISTS } from './courseListUrl';

export const PRICES = ['free', 'pro', 'paid'] as const;
const SORTS = ['popular', 'newest', 'rating', 'priceLow', 'priceHigh'] as const;

/** The form of all filters on the page, which browsers without scripts send. */
export const FILTER_FORM = 'course-filters';

export type ListName = (typeof LISTS)[number];
type Price = (typeof PRICES)[number];
export type Sort = (typeof SORTS)[number];

/** A filter that is not set is absent. */
export type CourseFilterValues = { [Name in ListName]?: string[] } & {
  price?: string;
  search?: string;
  sort?: Sort;
};

/** Filters that the API accepts. */
export type ValidCourseFilters = CourseFilterValues & { price?: Price };

/** Limits of the API. */
const MAX_VALUE_LENGTH = 120;
const MAX_VALUES = 50;

export function parseFilters(query: string): CourseFilterValues {
  const params = new URLSearchParams(query);
  const first = (name: string) => clean(params.get(name) ?? '');
  const filters: CourseFilterValues = {};
  for (const name of LISTS) {
    const values = [...new Set(params.getAll(name).map(clean))].filter(Boolean);
    if (values.length > 0) filters[name] = values;
  }
  if (first('price')) filters.price = first('price');
  if (first('search')) filters.search = first('search');
  const sort = SORTS.find((known) => known === first('sort'));
  if (sort && !(sort === 'popular' && !filters.search)) filters.sort = sort;
  return filters;
}

/** Replaces NUL, which no database takes. */
const clean = (text: string) => text.replaceAll('\0', ' ').trim();

/** The number of filter values; search and category are shown elsewhere. */
export function filterCount({ level, instructor, language, price }: CourseFilterValues): number {
  return [level, instructor, language, price].flatMap((values) => values ?? []).length;
}

export function hasFilters({ sort: _, ...rest }: CourseFilterValues): boolean {
  return Object.keys(rest).length > 0;
}

/** Whether the filters can match anything: a URL may hold values that the API would reject. */
export function isValid(filters: CourseFilterValues): filters is ValidCourseFilters {
  const lists = LISTS.map((name) => filters[name] ?? []);
  const isKnownPrice = !filters.price || PRICES.some((known) => known === filters.price);
  return (
    isKnownPrice &&
    lists.every((values) => values.length <= MAX_VALUES) &&
    lists.flat().every((value) => value.length <= MAX_VALUE_LENGTH)
  );
}

/** The values with this one added or removed. */
export function toggled(values: readonly string[] = [], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
