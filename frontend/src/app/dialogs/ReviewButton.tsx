import { useState } from 'react';
import type { ReviewDraft } from '../../features/catalog/components/ReviewDialog';
import { Button } from '../../shared/ui/Button';
import { LazySection } from '../../shared/ui/LazySection';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';

const load = () =>
  import(/* webpackChunkName: "review-dialog" */ '../../features/catalog/components/ReviewDialog');

/** Opens the review dialog and shows the result. */
export default function ReviewButton() {
  const dialog = useLazyComponent(load);
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState<ReviewDraft>({ rating: 0, text: '' });
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
      {isOpen && (
        <LazySection
          lazyComponent={dialog}
          props={{ draft, onDraft: setDraft, onClose: () => setOpen(false), onDone: done }}
        />
      )}
    </>
  );
}
