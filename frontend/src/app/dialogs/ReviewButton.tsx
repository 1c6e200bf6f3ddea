import { useState } from 'react';
import type { ReviewDraft } from '../../features/catalog/components/ReviewDialog';
import type { CourseDetail } from '../../features/catalog/queries';
import { Button } from '../../shared/ui/Button';
import { LazySection } from '../../shared/ui/LazySection';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';

const load = () =>
  import(/* webpackChunkName: "review-dialog" */ '../../features/catalog/components/ReviewDialog');

type OwnReview = CourseDetail['ownReview'];

interface Props {
  /** What the person has written already; it can be changed whatever its status. */
  own: OwnReview;
}

/** Opens the review dialog, and says what became of the review. */
export default function ReviewButton({ own }: Props) {
  const dialog = useLazyComponent(load);
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState<ReviewDraft | null>(null);
  const [outcome, setOutcome] = useState('');
  const done = (message: string) => {
    setOutcome(message);
    setDraft(null);
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
        {own ? 'Change your review' : 'Write a review'}
      </Button>
      <p role="status">{outcome || statusText(own)}</p>
      {isOpen && (
        <LazySection
          lazyComponent={dialog}
          props={{
            isChange: own !== null,
            draft: draft ?? { rating: own?.rating ?? 0, text: own?.text ?? '' },
            onDraft: setDraft,
            onClose: () => setOpen(false),
            onDone: done,
          }}
        />
      )}
    </>
  );
}

function statusText(own: OwnReview): string {
  if (own?.status === 'waiting') return 'Your review will be published once we have checked it.';
  return own?.status === 'refused' ? 'Your review was not published.' : '';
}
