import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../shared/ui/Button';
import classes from './WritingForm.module.css';

interface Props {
  title: string;
  number: string;
  children: ReactNode;
  again: string;
  onAgain: () => void;
}

/** What was sent has arrived: its number, and what happens next. */
export function Received({ title, number, children, again, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.root} aria-labelledby="form-title">
      <h2 ref={heading} className={classes.title} id="form-title" tabIndex={-1}>
        {title}
      </h2>
      <div role="status">
        <p className={`${classes.number} tabular`}>{number}</p>
        <ol className={classes.next}>{children}</ol>
      </div>
      <Button variant="secondary" onClick={onAgain}>
        {again}
      </Button>
    </section>
  );
}
