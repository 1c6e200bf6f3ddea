import type { ComponentPropsWithRef } from 'react';
import classes from './Button.module.css';
import { classNames } from './classNames';

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'gold' | 'danger' | undefined;
  size?: 's' | 'm' | 'l' | undefined;
  /** As wide as what surrounds it. */
  wide?: boolean | undefined;
};

export function buttonClass(
  { variant = 'primary', size = 'm', wide }: ButtonLook,
  className?: string,
): string {
  return classNames(classes.root, classes[variant], classes[size], wide && classes.wide, className);
}

type Props = ComponentPropsWithRef<'button'> &
  ButtonLook & {
    /** Keeps the button's width, disables it and says so; give `false` first where it may become true. */
    loading?: boolean | undefined;
    loadingText?: string | undefined;
  };

export function Button({
  variant,
  size,
  wide,
  loading,
  loadingText = 'Please wait',
  disabled,
  type = 'button',
  className,
  children,
  ...rest
}: Props) {
  return (
    <>
      <button
        {...rest}
        type={type}
        disabled={disabled || loading}
        aria-busy={loading || undefined}
        className={buttonClass({ variant, size, wide }, className)}
      >
        <span className={classes.label}>{children}</span>
        {loading && <span className={classes.spinner} />}
      </button>
      {loading !== undefined && (
        <span role="status" className="visually-hidden">
          {loading ? loadingText : ''}
        </span>
      )}
    </>
  );
}
