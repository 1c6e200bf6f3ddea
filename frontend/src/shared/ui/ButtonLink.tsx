import type { ComponentPropsWithRef } from 'react';
import { AppLink, type AppLinkProps } from './AppLink';
import { type ButtonLook, buttonClass } from './Button';
import * as classes from './Button.module.css';

type Props = ButtonLook & (AppLinkProps | (ComponentPropsWithRef<'a'> & { to?: never }));

/** A link that looks like a button: `to` for a page of this site, `href` for another URL. */
export function ButtonLink({ variant, size, wide, className, children, ...rest }: Props) {
  const name = buttonClass({ variant, size, wide }, className);
  const label = (
    <span className={`inline-row items-center justify-center gap-2 ${classes.label}`}>{children}</span>
  );
  if (rest.to !== undefined) {
    return (
      <AppLink {...rest} className={name}>
        {label}
      </AppLink>
    );
  }
  return (
    <a {...rest} className={name}>
      {label}
    </a>
  );
}
