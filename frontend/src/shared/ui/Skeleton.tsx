import { classNames } from './classNames';
import * as classes from './Skeleton.module.css';
import { setStyles } from './setStyles';

type Props = {
  shape?: 'text' | 'block' | 'circle' | undefined;
  /** Lines of text; the last one is shorter. */
  lines?: number | undefined;
  width?: number | string | undefined;
  height?: number | string | undefined;
  /** Aspect ratio of a block, such as '16 / 9'. */
  ratio?: string | undefined;
  className?: string | undefined;
};

/** A placeholder. The parent sets `aria-busy` and has a text for screen readers. */
export function Skeleton({ shape = 'text', lines = 1, width, height, ratio, className }: Props) {
  if (shape !== 'text') {
    return (
      <span
        aria-hidden="true"
        className={classNames(classes.root, shape === 'circle' ? classes.circle : classes.block, className)}
        ref={setStyles({
          width,
          height: height ?? (shape === 'circle' ? width : undefined),
          aspectRatio: ratio,
        })}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classNames('block w-full max-w-full', className)}
      ref={setStyles({ width })}
    >
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <span key={key} className={classNames(classes.root, classes.text)} />
      ))}
    </span>
  );
}
