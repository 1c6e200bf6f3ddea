import { Button } from '../../../shared/ui/Button';
import { SelectField } from '../../../shared/ui/Field';
import type { EventFacts, EventFilterValues, TextFilter } from '../lib/eventFilters';
import * as classes from './EventFilters.module.css';

interface Props {
  /** The path of the list, to which browsers without scripts send the form. */
  path: string;
  filters: EventFilterValues;
  /** What is listed without filters. */
  events: readonly EventFacts[];
  onChange: (filters: EventFilterValues) => void;
}

const PRICES = [
  ['', 'Any price'],
  ['free', 'Free'],
  ['paid', 'Paid'],
] as const;

const DATES = [
  ['', 'Any date'],
  ['today', 'Today'],
  ['week', 'Next 7 days'],
  ['month', 'Next 30 days'],
] as const;

/** The filters of a list of live events. */
export function EventFilters({ path, filters, events, onChange }: Props) {
  const optionsOf = (name: TextFilter, any: string) => {
    // A value that no event has any more can still be in the URL.
    const values = new Set([...events.map((event) => event[name]), filters[name]]);
    const sorted = [...values].filter((value): value is string => Boolean(value)).sort();
    return [['', any] as const, ...sorted.map((value) => [value, value] as const)];
  };
  const select = (
    name: keyof EventFilterValues,
    label: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <SelectField
      label={label}
      name={name}
      value={filters[name] ?? ''}
      onChange={({ target }) => onChange({ ...filters, [name]: target.value || undefined })}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
  return (
    <form
      action={path}
      aria-label="Filters"
      className={`stack gap-3 ${classes.root}`}
      onSubmit={(event) => event.preventDefault()}
    >
      {select('price', 'Price', PRICES)}
      {select('date', 'Date', DATES)}
      {select('language', 'Language', optionsOf('language', 'Any language'))}
      {select('category', 'Subject', optionsOf('category', 'Any subject'))}
      {select('host', 'Mentor', optionsOf('host', 'Any mentor'))}
      <noscript>
        <Button type="submit" variant="secondary">
          Apply
        </Button>
      </noscript>
    </form>
  );
}
