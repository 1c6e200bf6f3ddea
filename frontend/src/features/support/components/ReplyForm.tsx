import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/client';
import type { Limits } from '../../../shared/api/generated/limits';
import { messageOf } from '../../../shared/api/messages';
import { clearError } from '../../../shared/lib/clearError';
import { excessOf } from '../../../shared/lib/textLength';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { TextareaField } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import classes from './Conversation.module.css';

const LONGEST: (Limits['LinkedReplyInRequest'] & Limits['ReplyInRequest'])['text'] = 10_000;

interface Props {
  /** The request is closed, and a reply opens it again. */
  reopens: boolean;
  mutation: UseMutationResult<unknown, Error, string>;
}

/** What was typed stays until the server has it. */
export function ReplyForm({ reopens, mutation }: Props) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  useRestoreFocus(mutation.isPending, () => button.current?.focus());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(text);
    setProblem(found);
    if (!found) mutation.mutate(text, { onSuccess: () => setText('') });
  };
  return (
    <Form className={classes.form} noValidate onSubmit={submit}>
      <TextareaField
        label="Your reply"
        rows={6}
        dir="auto"
        value={text}
        required
        hint={
          reopens
            ? 'This grievance is closed. If you reply, we open it again.'
            : 'Please do not share passwords, PINs or OTPs: we never need them.'
        }
        error={problem && <span role="alert">{problem}</span>}
        onChange={({ target }) => {
          setText(target.value);
          setProblem('');
          clearError(mutation);
        }}
      />
      {mutation.error && <Alert>{refusalOf(mutation.error)} What you typed is still here.</Alert>}
      {mutation.isSuccess && !text && <p role="status">We have received your reply.</p>}
      <Button ref={button} type="submit" loading={mutation.isPending}>
        {reopens ? 'Reply and reopen' : 'Send reply'}
      </Button>
    </Form>
  );
}

function problemOf(text: string): string {
  if (!text.trim()) return 'Write your reply.';
  const tooLong = excessOf(text.trim(), LONGEST);
  return tooLong ? `Please shorten your reply to at most ${tooLong.limit} characters.` : '';
}

function refusalOf(error: Error): string {
  const isAway = error instanceof ApiError && error.status === 0;
  return isAway ? 'We could not reach the server, so nothing was sent.' : messageOf(error, 'other');
}
