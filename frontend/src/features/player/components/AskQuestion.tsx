import { useState } from 'react';
import { isShownError } from '../../../shared/api/client';
import type { Limits } from '../../../shared/api/generated/limits';
import { messageOf } from '../../../shared/api/messages';
import { serverNow } from '../../../shared/lib/pageData';
import { excessMessage } from '../../../shared/lib/textLength';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { TextareaField } from '../../../shared/ui/Field';
import { useForm } from '../../../shared/ui/useForm';
import { newNoteId } from '../lib/noteId';
import { loadQuestionDraft, type QuestionDraft, storeQuestionDraft } from '../lib/questionDraft';
import { useAskQuestion } from '../questionQueries';
import * as classes from './QuestionsPanel.module.css';

const MAX_LENGTH: Limits['TopicQuestionInRequest']['text'] = 1200;

interface Props {
  userId: string;
  topicId: string;
}

/** The form below which the answers stand. What was written stays on this device until it is sent. */
export function AskQuestion({ userId, topicId }: Props) {
  const [draft, setDraft] = useState(() => loadQuestionDraft(userId, topicId, serverNow()));
  const ask = useAskQuestion(topicId);
  const text = draft.text.trim();
  const excess = excessMessage(text, MAX_LENGTH);
  const canAsk = text !== '' && !excess;
  const write = (changed: QuestionDraft) => {
    setDraft(changed);
    storeQuestionDraft(userId, topicId, changed);
  };
  const form = useForm(ask, (_values, send) => {
    const clear = () => write({ _id: newNoteId(serverNow()), text: '' });
    if (canAsk) send({ ...draft, text }, { onSuccess: clear });
  });
  return (
    <form className="stack gap-3 measure" {...form.props}>
      <TextareaField
        {...form.field('text')}
        label="Your question about this topic"
        hint="Answered by our team, for learning only. We give no advice on what to buy or sell."
        value={draft.text}
        {...(excess && { error: excess })}
        rows={3}
        onChange={({ target }) => write({ ...draft, text: target.value })}
      />
      {isShownError(form.error) && <Alert>{messageOf(form.error, 'other')}</Alert>}
      <div className={`cluster items-center ${classes.foot}`}>
        <Button type="submit" disabled={!canAsk} loading={ask.isPending}>
          Ask
        </Button>
        <p role="status" className="ink-2 text-s">
          {ask.isSuccess ? 'Thank you. You will see the answer here.' : ''}
        </p>
      </div>
    </form>
  );
}
