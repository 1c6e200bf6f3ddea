import { Button } from '../../../shared/ui/Button';
import { SelectField } from '../../../shared/ui/Field';
import type { EventFilterValues } from '../lib/eventFilters';
import classes from './EventFilters.module.css';

interface Props {
  /** The path of the list, to which browsers without scripts send the form. */
  path: string;
  filters: EventFilterValues;
  hosts: readonly string[];
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
export function EventFilters({ path, filters, hosts, onChange }: Props) {
  const { host = '' } = filters;
  // One that hosts nothing any more can still be in the URL.
  const listed = host && !hosts.includes(host) ? [...hosts, host] : hosts;
  const mentors = [['', 'Any mentor'] as const, ...listed.map((name) => [name, name] as const)];
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
      className={classes.root}
      onSubmit={(event) => event.preventDefault()}
    >
      {select('price', 'Price', PRICES)}
      {select('date', 'Date', DATES)}
      {select('host', 'Mentor', mentors)}
      <noscript>
        <Button type="submit" variant="secondary">
          Apply
        </Button>
      </noscript>
    </form>
  );
}
