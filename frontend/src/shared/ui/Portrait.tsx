import { initials } from '../lib/initials';
import { classNames } from './classNames';
import * as classes from './Portrait.module.css';

interface Props {
  name: string;
  image: string | null;
  /** In pixels: 24 on cards, 56 beside a name, 160 on the person's own page. */
  size: 24 | 56 | 160;
}

/** A person's face, or the initials. The name stands beside it, so it has none of its own. */
export function Portrait({ name, image, size }: Props) {
  const root = classNames(classes.root, SIZES[size]);
  if (image) return <img className={root} src={image} width={size} height={size} alt="" loading="lazy" />;
  return (
    <span className={root} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

const SIZES = { 24: classes.small, 56: classes.medium, 160: classes.large };
