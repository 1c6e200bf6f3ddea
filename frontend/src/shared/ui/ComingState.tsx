import type { ReactNode } from 'react';
import classes from './ComingState.module.css';
import { classNames } from './classNames';

type Props = {
  title: string;
  /** One sentence on what will stand here. */
  children: ReactNode;
  /** One link to something that is there already. */
  action: ReactNode;
  /** 1 where it is the whole page. */
  level?: 1 | 2 | undefined;
  className?: string | undefined;
};

// x, low, open, close, high: a slow climb, with the last candles still to come.
const CANDLES = [
  [24, 118, 112, 98, 92],
  [52, 108, 100, 106, 90],
  [80, 106, 102, 84, 78],
  [108, 94, 86, 92, 76],
  [136, 96, 90, 72, 64],
  [164, 78, 72, 58, 52],
  [192, 74, 60, 68, 54],
  [220, 72, 66, 48, 40],
] as const;

function QuietChart() {
  return (
    <svg aria-hidden="true" className={classes.chart} viewBox="0 0 320 140" fill="none">
      <path className={classes.grid} d="M0 20.5h320M0 52.5h320M0 84.5h320M0 116.5h320" />
      {CANDLES.map(([x, low, open, close, high]) => (
        <g key={x} className={close < open ? classes.up : classes.down}>
          <path d={`M${x} ${low}V${high}`} />
          <rect x={x - 6} y={Math.min(open, close)} width="12" height={Math.abs(open - close)} rx="1.5" />
        </g>
      ))}
      <path className={classes.ahead} d="M226 44C250 38 268 42 296 22" />
    </svg>
  );
}

export function ComingState({ title, children, action, level = 1, className }: Props) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <section className={classNames(classes.root, className)}>
      <QuietChart />
      <Title className={classes.title}>{title}</Title>
      <p className={classes.sentence}>{children}</p>
      {action}
    </section>
  );
}
