import { SelectField } from '../../../shared/ui/Field';
import { type CourseFilterValues, FILTER_FORM, type Sort } from '../lib/courseFilters';
import type { Choose } from '../lib/useCourseFilters';

const LABELS = [
  ['newest', 'Newest first'],
  ['rating', 'Best rated'],
  ['priceLow', 'Price: low to high'],
  ['priceHigh', 'Price: high to low'],
] as const;

/** The sort order; a search is sorted by relevance unless another order is chosen. */
export function CourseSort({
  filters: { sort, search },
  choose,
}: {
  filters: CourseFilterValues;
  choose: Choose;
}) {
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
      form={FILTER_FORM}
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
