import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../../shared/api/client';
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
import { useWriteReview } from '../mutations';
import classes from './ReviewDialog.module.css';
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
  const first = useRef<HTMLInputElement>(null);
  const send = useRef<HTMLButtonElement>(null);
  const isLoginRequired = useIsLoginRequired();
  const { rating, text } = draft;
  const words = useRef<HTMLTextAreaElement>(null);
  const [isUnrated, setUnrated] = useState(false);
  const write = useWriteReview(courseId);
  const excess = excessMessage(text.trim(), MAX_LENGTH);

  useEffect(() => {
    // The button lost the focus while it was disabled.
    if (write.error !== null) send.current?.focus();
  }, [write.error]);
  const close = () => {
    if (!write.isPending) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setUnrated(rating === 0);
    if (rating === 0) first.current?.focus();
    else if (excess) words.current?.focus();
    else write.mutate({ rating, text: text.trim() }, { onSuccess: ({ message }) => onDone(message) });
  };
  const choose = (stars: number) => {
    setUnrated(false);
    onDraft({ ...draft, rating: stars });
  };
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
          <Button ref={send} type="submit" form={formId} loading={write.isPending}>
            Submit review
          </Button>
        </>
      }
    >
      <Form id={formId} className={classes.form} noValidate onSubmit={submit}>
        <StarChoice
          ref={first}
          value={rating}
          onChange={choose}
          describedBy={isUnrated ? `${formId}-stars` : undefined}
        />
        {isUnrated && (
          <p id={`${formId}-stars`} role="alert" className={classes.error}>
            <AlertIcon size={16} />
            Choose a rating from 1 to 5 stars.
          </p>
        )}
        <TextareaField
          ref={words}
          label="What should others know?"
          hint="Optional"
          rows={5}
          value={text}
          error={excess ?? textError(write.error)}
          onChange={({ target }) => onDraft({ ...draft, text: target.value })}
        />
        {isShownError(write.error) && <Alert>{messageOf(write.error, 'other')}</Alert>}
      </Form>
    </Dialog>
  );
}

const textError = (error: unknown) => (error instanceof ApiError ? error.errors.text?.[0] : undefined);

/** Errors that do not belong to the field. A 401 opens the login dialog instead. */
function isShownError(error: unknown): boolean {
  if (error === null || textError(error)) return false;
  return !(error instanceof ApiError && error.status === 401);
}
