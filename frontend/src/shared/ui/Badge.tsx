import type { ReactNode } from 'react';
import classes from './Badge.module.css';
import { classNames } from './classNames';

type Props = {
  tone?: 'neutral' | 'live' | 'new' | 'pro' | 'success' | 'warning' | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function Badge({ tone = 'neutral', className, children }: Props) {
  return (
    <span className={classNames(classes.root, classes[tone], className)}>
      {tone === 'live' && <span className={classes.dot} />}
      {children}
    </span>
  );
}
