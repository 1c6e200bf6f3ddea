/** The list of courses as its address asks for it. The server reads it likewise: apps/site/course_filters.py. */

export const LISTS = ['category', 'level', 'instructor', 'language'] as const;
export const PRICES = ['free', 'pro', 'paid'] as const;
const SORTS = ['popular', 'newest', 'rating', 'priceLow', 'priceHigh'] as const;

export type ListName = (typeof LISTS)[number];
type Price = (typeof PRICES)[number];
export type Sort = (typeof SORTS)[number];

/** What is asked for; what is not asked for is absent. */
export type Shelf = { [Name in ListName]?: string[] } & { price?: string; search?: string; sort?: Sort };

/** One that the server would look for. */
export type FittingShelf = Shelf & { price?: Price };

/** The server refuses longer ones, and has none. */
const LONGEST_VALUE = 120;
const MOST_VALUES = 50;

export function shelfAt(query: string): Shelf {
  const params = new URLSearchParams(query);
  const first = (name: string) => clean(params.get(name) ?? '');
  const shelf: Shelf = {};
  for (const name of LISTS) {
    const values = [...new Set(params.getAll(name).map(clean))].filter(Boolean);
    if (values.length > 0) shelf[name] = values;
  }
  if (first('price')) shelf.price = first('price');
  if (first('search')) shelf.search = first('search');
  const sort = SORTS.find((known) => known === first('sort'));
  if (sort && !(sort === 'popular' && !shelf.search)) shelf.sort = sort;
  return shelf;
}

/** No text that people read holds a NUL, and no database takes one. */
const clean = (text: string) => text.replaceAll('\0', ' ').trim();

export function addressOf(shelf: Shelf): string {
  const query = new URLSearchParams();
  for (const name of LISTS) for (const value of shelf[name] ?? []) query.append(name, value);
  for (const name of ['price', 'search', 'sort'] as const) {
    const value = shelf[name];
    if (value) query.append(name, value);
  }
  return query.size > 0 ? `/courses?${query}` : '/courses';
}

/** How many values narrow the list, the search and the category aside, which have places of their own. */
export function filterCount({ level, instructor, language, price }: Shelf): number {
  return [level, instructor, language, price].flatMap((values) => values ?? []).length;
}

export function isNarrowed({ sort: _, ...rest }: Shelf): boolean {
  return Object.keys(rest).length > 0;
}

/** Whether any course can fit: an address may hold what the server would refuse to look for. */
export function canFit(shelf: Shelf): shelf is FittingShelf {
  const lists = LISTS.map((name) => shelf[name] ?? []);
  const isKnownPrice = !shelf.price || PRICES.some((known) => known === shelf.price);
  return (
    isKnownPrice &&
    lists.every((values) => values.length <= MOST_VALUES) &&
    lists.flat().every((value) => value.length <= LONGEST_VALUE)
  );
}

/** The values with this one put in or taken out. */
export function toggled(values: readonly string[] = [], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
