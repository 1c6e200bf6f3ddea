import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import classes from './Checkbox.module.css';
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
      <label className={classes.label} htmlFor={controlId}>
        <input
          {...rest}
          type="checkbox"
          id={controlId}
          aria-describedby={classNames(describedBy, errorId) || undefined}
          aria-invalid={error ? true : undefined}
          className={classes.box}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
