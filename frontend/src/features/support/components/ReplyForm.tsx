import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../shared/api/client';
import type { Limits } from '../../../shared/api/generated/limits';
import { messageOf } from '../../../shared/api/messages';
import { excessOf } from '../../../shared/lib/textLength';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { TextareaField } from '../../../shared/ui/Field';
import { Form } from '../../../shared/ui/Form';
import { useForm } from '../../../shared/ui/useForm';
import * as classes from './Conversation.module.css';

const LONGEST: (Limits['LinkedReplyInRequest'] & Limits['ReplyInRequest'])['text'] = 10_000;

interface Props {
  /** The request is closed, and a reply opens it again. */
  reopens: boolean;
  mutation: UseMutationResult<unknown, Error, string>;
}

/** What was typed stays until the server has it. */
export function ReplyForm({ reopens, mutation }: Props) {
  const [text, setText] = useState('');
  const form = useForm(mutation, (_values, send) => {
    const problem = problemOf(text);
    return problem ? { text: problem } : send(text, { onSuccess: () => setText('') });
  });
  return (
    <Form className={`stack gap-4 justify-items-start ${classes.form}`} {...form.props}>
      <TextareaField
        {...form.field('text')}
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
        onChange={({ target }) => setText(target.value)}
      />
      {form.error && <Alert>{refusalOf(form.error)} What you typed is still here.</Alert>}
      {mutation.isSuccess && <p role="status">We have received your reply.</p>}
      <Button type="submit" loading={mutation.isPending}>
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
