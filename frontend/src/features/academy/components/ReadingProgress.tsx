import { useId } from 'react';
import type { Reading } from '../lib/readingProgress';
import * as classes from './ReadingProgress.module.css';

/** How many chapters a member has read, of the academy or `of` a module. */
export function ReadingProgress({ read, total, of }: Reading & { of?: string }) {
  const id = useId();
  return (
    <div className={`stack gap-2 mt-5 text-s weight-550 ${classes.root}`}>
      <p className="tabular" id={id}>
        {read} of {total} chapters read
        {of && <span className="visually-hidden"> in {of}</span>}
      </p>
      <progress className="w-full" aria-labelledby={id} max={total} value={read} />
    </div>
  );
}
