import { useId } from 'react';
import { useParams } from 'react-router';
import { isShownError } from '../../../shared/api/client';
import type { Limits } from '../../../shared/api/generated/limits';
import { messageOf } from '../../../shared/api/messages';
import { excessMessage } from '../../../shared/lib/textLength';
import { useIsLoginRequired } from '../../../shared/stores/loginDialog';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { TextareaField } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import { AlertIcon } from '../../../shared/ui/icons/AlertIcon';
import { useForm } from '../../../shared/ui/useForm';
import { useWriteReview } from '../mutations';
import * as classes from './ReviewDialog.module.css';
import { StarChoice } from './StarChoice';

const MAX_LENGTH: Limits['ReviewInRequest']['text'] = 1200;

export interface ReviewDraft {
  /** 0 while none is chosen. */
  rating: number;
  text: string;
}

interface Props {
  /** Whether the person wrote a review before. */
  isChange: boolean;
  /** Kept outside, so that closing the dialog, as Back on a phone does, loses nothing. */
  draft: ReviewDraft;
  onDraft: (draft: ReviewDraft) => void;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Stars and an optional text; the server decides whether a review is allowed yet. */
export default function ReviewDialog({ isChange, draft, onDraft, onClose, onDone }: Props) {
  const { courseId = '' } = useParams<'courseId'>();
  const formId = useId();
  const isLoginRequired = useIsLoginRequired();
  const { rating, text } = draft;
  const write = useWriteReview(courseId);
  const excess = excessMessage(text.trim(), MAX_LENGTH);

  const close = () => {
    if (!write.isPending) onClose();
  };
  const form = useForm(write, (_values, send) => {
    if (rating === 0) return { rating: 'Choose a rating from 1 to 5 stars.' };
    if (excess) return { text: excess };
    return send({ rating, text: text.trim() }, { onSuccess: ({ message }) => onDone(message) });
  });
  const ratingError = form.field('rating').error;
  return (
    <Dialog
      open={!isLoginRequired}
      onOpenChange={close}
      title={isChange ? 'Change your review' : 'Write a review'}
      description="We check every review, then publish it with your first name. A new review replaces your earlier one."
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={write.isPending}>
            Submit review
          </Button>
        </>
      }
    >
      <Form id={formId} className="stack gap-5" {...form.props}>
        <StarChoice
          name="rating"
          value={rating}
          onChange={(stars) => onDraft({ ...draft, rating: stars })}
          describedBy={ratingError ? `${formId}-stars` : undefined}
        />
        {ratingError && (
          <p id={`${formId}-stars`} className={`row red text-xs ${classes.error}`}>
            <AlertIcon size={16} />
            {ratingError}
          </p>
        )}
        <TextareaField
          {...form.field('text')}
          label="What should others know?"
          hint="Optional"
          rows={5}
          value={text}
          {...(excess && { error: excess })}
          onChange={({ target }) => onDraft({ ...draft, text: target.value })}
        />
        {isShownError(form.error) && <Alert>{messageOf(form.error, 'other')}</Alert>}
      </Form>
    </Dialog>
  );
}
