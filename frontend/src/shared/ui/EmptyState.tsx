import type { ReactNode } from 'react';
import { classNames } from './classNames';
import * as classes from './EmptyState.module.css';

type Props = {
  icon?: ReactNode;
  /** One sentence. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  className?: string | undefined;
};

export function EmptyState({ icon, children, action, className }: Props) {
  return (
    <div className={classNames(classes.root, className)}>
      {icon && <span className={classes.icon}>{icon}</span>}
      <p className={classes.sentence}>{children}</p>
      {action}
    </div>
  );
}
