import type { Reading } from '../lib/readingProgress';
import classes from './ReadingProgress.module.css';

export function ReadingProgress({ read, total }: Reading) {
  return (
    <div className={classes.root}>
      <p className="tabular" id="academy-progress">
        {read} of {total} chapters read
      </p>
      <progress className={classes.bar} aria-labelledby="academy-progress" max={total} value={read} />
    </div>
  );
}
