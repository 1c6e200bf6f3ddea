import { classNames } from './classNames';
import * as classes from './Stars.module.css';

const STAR = 'M12 2.8l2.85 5.8 6.4.9-4.65 4.5 1.1 6.4-5.7-3-5.7 3 1.1-6.4L2.75 9.5l6.4-.9z';
const LEFT_HALF = 'M12 2.8v14.6l-5.7 3 1.1-6.4L2.75 9.5l6.4-.9z';

type Props = { value: number; size?: number | undefined; className?: string | undefined };

/** Rounded down to half stars. */
export function Stars({ value, size = 16, className }: Props) {
  const halves = Math.floor(Math.min(Math.max(value, 0), 5) * 2);
  return (
    <span
      role="img"
      aria-label={`Rated ${Number(value.toFixed(1))} out of 5`}
      className={classNames(classes.root, className)}
    >
      {[1, 2, 3, 4, 5].map((index) => {
        const kind = halves >= index * 2 ? 'whole' : halves === index * 2 - 1 ? 'half' : 'none';
        return (
          <svg key={index} aria-hidden="true" data-star={kind} width={size} height={size} viewBox="0 0 24 24">
            <path className={classes.outline} d={STAR} />
            {kind !== 'none' && <path className={classes.fill} d={kind === 'whole' ? STAR : LEFT_HALF} />}
          </svg>
        );
      })}
    </span>
  );
}
