import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import * as classes from './Checkbox.module.css';
import { classNames } from './classNames';

type Props = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> & {
  label: ReactNode;
  error?: ReactNode;
};

export function Checkbox({ label, error, className, id, 'aria-describedby': describedBy, ...rest }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const errorId = error ? `${controlId}-error` : undefined;
  return (
    <div className={className}>
      <label className={`row gap-3 touch text-s ${classes.label}`} htmlFor={controlId}>
        <input
          {...rest}
          type="checkbox"
          id={controlId}
          aria-describedby={classNames(describedBy, errorId) || undefined}
          aria-invalid={error ? true : undefined}
          className={`stack place-center flex-none ${classes.box}`}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={errorId} className={`red text-xs ${classes.error}`}>
          {error}
        </p>
      )}
    </div>
  );
}
