import { type ReactNode, useId } from 'react';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { Radio } from '../../../shared/ui/Radio';
import { type Shelf, toggled } from '../lib/shelf';
import type { Options } from '../queries';
import classes from './FilterGroups.module.css';

interface Props {
  options: Options;
  shelf: Shelf;
  onChange: (changes: Shelf) => void;
}

const GROUPS = [
  ['Level', 'level', 'levels'],
  ['Language', 'language', 'languages'],
  ['Instructor', 'instructor', 'instructors'],
] as const;

/** What narrows the list, and how many courses each value leaves; twin: templates/parts/filters.html. */
export function FilterGroups({ options, shelf, onChange }: Props) {
  const group = useId();
  return (
    <div className={classes.root}>
      <Group legend="Price" options={options.prices}>
        <Radio
          name={group}
          checked={!shelf.price}
          label="Any price"
          onChange={() => onChange({ price: '' })}
        />
        {options.prices.map((option) => (
          <Radio
            key={option.value}
            name={group}
            checked={shelf.price === option.value}
            label={<Label option={option} />}
            onChange={() => onChange({ price: option.value })}
          />
        ))}
      </Group>
      {GROUPS.map(([legend, name, from]) => (
        <Group key={name} legend={legend} options={options[from]}>
          {options[from].map((option) => (
            <Checkbox
              key={option.value}
              checked={shelf[name]?.includes(option.value) ?? false}
              label={<Label option={option} />}
              onChange={() => onChange({ [name]: toggled(shelf[name], option.value) })}
            />
          ))}
        </Group>
      ))}
    </div>
  );
}

interface GroupProps {
  legend: string;
  options: readonly unknown[];
  children: ReactNode;
}

/** One kind of filter; none where there is nothing to choose from. */
function Group({ legend, options, children }: GroupProps) {
  if (options.length === 0) return null;
  return (
    <fieldset>
      <legend className={classes.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}

function Label({ option: { label, count } }: { option: Options['levels'][number] }) {
  return (
    <>
      {label} <span className={`${classes.count} tabular`}>({count})</span>
    </>
  );
}
