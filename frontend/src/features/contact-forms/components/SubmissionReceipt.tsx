import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../shared/ui/Button';
import * as classes from './MessageForm.module.css';

interface Props {
  title: string;
  number: string;
  children: ReactNode;
  againLabel: string;
  onAgain: () => void;
}

/** Confirms a submission: its number and the next steps. */
export function SubmissionReceipt({ title, number, children, againLabel, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={`surface print-hidden ${classes.root}`} aria-labelledby="form-title">
      <h2 ref={heading} className="text-l no-ring" id="form-title" tabIndex={-1}>
        {title}
      </h2>
      <div role="status">
        <p className="mt-3 text-xl weight-650 tabular">{number}</p>
        <ol className={`measure mb-5 mt-4 ${classes.next}`}>{children}</ol>
      </div>
      <Button variant="secondary" onClick={onAgain}>
        {againLabel}
      </Button>
    </section>
  );
}
