import { SelectField } from '../../../shared/ui/Field';
import type { Shelf, Sort } from '../lib/shelf';
import type { Choose } from '../lib/useShelf';

const LABELS = [
  ['newest', 'Newest first'],
  ['rating', 'Best rated'],
  ['priceLow', 'Price: low to high'],
  ['priceHigh', 'Price: high to low'],
] as const;

/** In which order; a search shows what fits it best first, unless something else is chosen. */
export function ShelfSort({ shelf: { sort, search }, choose }: { shelf: Shelf; choose: Choose }) {
  const usual = search
    ? ([
        ['', 'Best match'],
        ['popular', 'Most popular'],
      ] as const)
    : ([['', 'Most popular']] as const);
  return (
    <SelectField
      label="Sort by"
      hideLabel
      name="sort"
      value={sort ?? ''}
      onChange={({ target }) => choose({ sort: (target.value || undefined) as Sort })}
    >
      {[...usual, ...LABELS].map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
