import type { ReactNode } from 'react';
import { classNames } from './classNames';
import { Portrait } from './Portrait';

interface Props {
  name: string;
  image: string | null;
  /** In place of the name alone. */
  children?: ReactNode;
  className?: string | undefined;
}

/** Who teaches or hosts, in one line: face and name. */
export function MentorLine({ name, image, children = name, className }: Props) {
  return (
    <p className={classNames('row items-center gap-2 min-w-0', className)}>
      <Portrait name={name} image={image} size={24} />
      <span>{children}</span>
    </p>
  );
}
