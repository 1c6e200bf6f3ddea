import type { ReactNode } from 'react';
import * as classes from './Badge.module.css';
import { classNames } from './classNames';

type Props = {
  tone?: 'neutral' | 'live' | 'new' | 'pro' | 'success' | 'warning' | undefined;
  className?: string | undefined;
  children: ReactNode;
};

const TONES = {
  neutral: classes.neutral,
  live: classes.live,
  new: classes.new,
  pro: classes.pro,
  success: classes.success,
  warning: classes.warning,
};

export function Badge({ tone = 'neutral', className, children }: Props) {
  return (
    <span className={classNames(classes.root, TONES[tone], className)}>
      {tone === 'live' && <span className={classes.dot} />}
      {children}
    </span>
  );
}
