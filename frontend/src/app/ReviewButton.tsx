import { useState } from 'react';
import { Button } from '../shared/ui/Button';
import { LatePart } from './LatePart';
import { usePart } from './layouts/part';

const load = () =>
  import(/* webpackChunkName: "review-dialog" */ '../features/catalog/components/ReviewDialog');

/** Opens the dialog in which a learner reviews the course, and says what became of it. */
export function ReviewButton() {
  const dialog = usePart(load);
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState('');
  const done = (message: string) => {
    setOutcome(message);
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={() => setOpen(true)}
      >
        Write a review
      </Button>
      <p role="status">{outcome}</p>
      {isOpen && <LatePart part={dialog} props={{ onClose: () => setOpen(false), onDone: done }} />}
    </>
  );
}
