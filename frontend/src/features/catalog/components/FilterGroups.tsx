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
      <Group legend="Price">
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
        <Group key={name} legend={legend}>
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

function Group({ legend, children }: { legend: string; children: ReactNode }) {
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
