import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import * as checkbox from './Checkbox.module.css';
import { classNames } from './classNames';
import * as classes from './Radio.module.css';

type Props = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> & { label: ReactNode };

/** Used inside a fieldset, which labels the group. */
export function Radio({ label, className, id, ...rest }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <label className={classNames(`row gap-3 touch text-s ${checkbox.label}`, className)} htmlFor={controlId}>
      <input
        {...rest}
        type="radio"
        id={controlId}
        className={`stack place-center flex-none ${checkbox.box} ${classes.box}`}
      />
      <span>{label}</span>
    </label>
  );
}
