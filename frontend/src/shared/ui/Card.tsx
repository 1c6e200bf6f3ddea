import type { ComponentPropsWithRef } from 'react';
import * as classes from './Card.module.css';
import { classNames } from './classNames';

type Props = ComponentPropsWithRef<'div'> & {
  element?: 'div' | 'article' | 'section' | 'li' | 'aside' | undefined;
  padding?: 'none' | 's' | 'm' | 'l' | undefined;
  tone?: 'plain' | 'sunk' | 'pro' | undefined;
  /** The whole card is clickable; put `cardLink` on the one link inside. */
  interactive?: boolean | undefined;
};

const TONES = { plain: undefined, sunk: classes.sunk, pro: classes.pro };
const PADDINGS = { none: undefined, s: classes.small, m: classes.medium, l: classes.large };

/** Stretches a link over its card, so that its name stays short and its target is large. */
export const cardLink = classes.link;

export function Card({
  element = 'div',
  padding = 'm',
  tone = 'plain',
  interactive,
  className,
  ...rest
}: Props) {
  // All list elements accept the attributes of a div.
  const Element = element as 'div';
  return (
    <Element
      {...rest}
      className={classNames(
        classes.root,
        TONES[tone],
        PADDINGS[padding],
        interactive && classes.interactive,
        className,
      )}
    />
  );
}
