import type { ComponentPropsWithRef, MouseEvent } from 'react';
import * as classes from './Button.module.css';
import { classNames } from './classNames';

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'gold' | 'danger' | undefined;
  size?: 's' | 'm' | 'l' | undefined;
  /** Full width. */
  wide?: boolean | undefined;
};

const VARIANTS = {
  primary: classes.primary,
  secondary: classes.secondary,
  quiet: classes.quiet,
  gold: classes.gold,
  danger: classes.danger,
};
const SIZES = { s: classes.s, m: classes.m, l: classes.l };

export function buttonClass(
  { variant = 'primary', size = 'm', wide }: ButtonLook,
  className?: string,
): string {
  return classNames(classes.root, VARIANTS[variant], SIZES[size], wide && classes.wide, className);
}

type Props = ComponentPropsWithRef<'button'> &
  ButtonLook & {
    /**
     * Disables the button, keeps its width and announces the state; pass `false` first where it may become
     * true.
     */
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
  onClick,
  children,
  ...rest
}: Props) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A mutation is pending one task after the click, which the second click of a double click may precede.
    if (loading !== undefined && event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button
        {...rest}
        onClick={press}
        type={type}
        disabled={disabled || loading}
        aria-busy={loading || undefined}
        className={buttonClass({ variant, size, wide }, className)}
      >
        <span className={`inline-row items-center justify-center gap-2 ${classes.label}`}>{children}</span>
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
