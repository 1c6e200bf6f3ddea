import { type ReactNode, useId } from 'react';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { classNames } from '../../../shared/ui/classNames';
import { Radio } from '../../../shared/ui/Radio';
import { type CourseFilterValues, toggled } from '../lib/courseFilters';
import type { Options } from '../queries';
import * as classes from './FilterGroups.module.css';

interface Props {
  options: Options;
  filters: CourseFilterValues;
  onChange: (changes: CourseFilterValues) => void;
  /** The id of the form that the fields belong to, if they are sent without scripts. */
  form?: string | undefined;
}

const GROUPS = [
  ['Level', 'level', 'levels'],
  ['Language', 'language', 'languages'],
  ['Mentor', 'instructor', 'instructors'],
] as const;

/** The filters, with the number of courses for each value. */
export function FilterGroups({ options, filters, onChange, form }: Props) {
  const id = useId();
  const group = form ? 'price' : id;
  return (
    <div className={`stack gap-5 ${classes.root}`}>
      <Group legend="Price" options={options.prices}>
        <Radio
          form={form}
          name={group}
          value=""
          checked={!filters.price}
          label="Any price"
          onChange={() => onChange({ price: '' })}
        />
        {options.prices.map((option) => (
          <Radio
            key={option.value}
            form={form}
            name={group}
            value={option.value}
            checked={filters.price === option.value}
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
              form={form}
              name={name}
              value={option.value}
              checked={filters[name]?.includes(option.value) ?? false}
              label={<Label option={option} />}
              onChange={() => onChange({ [name]: toggled(filters[name], option.value) })}
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

/** One filter; hidden if it has no options. */
function Group({ legend, options, children }: GroupProps) {
  if (options.length === 0) return null;
  return (
    <fieldset>
      <legend className={`text-s weight-600 ${classes.legend}`}>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** The count is that of the list as it is filtered now, with this value. */
function Label({ option: { label, count, matching = count } }: { option: Options['levels'][number] }) {
  return (
    <span className={classNames(matching === 0 && 'ink-3')}>
      {label} <span className="ink-3 tabular">({matching})</span>
    </span>
  );
}
