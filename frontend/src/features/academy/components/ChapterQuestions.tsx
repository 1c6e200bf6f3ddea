import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { Form } from '../../../shared/ui/Form';
import { answersIn, QuizQuestion } from '../../../shared/ui/QuizQuestion';
import { useAnswerChapter } from '../mutations';
import type { Chapter } from '../queries';
import * as classes from './ChapterQuestions.module.css';

/** Questions after the text. A member who answers them right has read the chapter; of visitors nothing is kept. */
export function ChapterQuestions({ chapter, isMember }: { chapter: Chapter; isMember: boolean }) {
  const answer = useAnswerChapter(chapter);
  const [round, setRound] = useState(0);
  const outcome = useRef<HTMLParagraphElement>(null);
  const marked = answer.data?.data;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    answer.mutate(answersIn(event.currentTarget), { onSuccess: () => outcome.current?.focus() });
  };
  const again = () => {
    answer.reset();
    setRound(round + 1);
    outcome.current?.focus();
  };
  return (
    <section className={`border-t print-hidden ${classes.root}`} aria-labelledby="questions">
      <h2 id="questions" className="text-l">
        What stayed?
      </h2>
      <p
        ref={outcome}
        tabIndex={-1}
        role="status"
        className={`green text-s weight-550 no-ring ${classes.outcome}`}
      >
        {marked && `${marked.right} of ${marked.total} correct. `}
        {isMember && chapter.isRead && 'You have read this chapter.'}
      </p>
      <Form key={round} className="stack gap-5" onSubmit={submit}>
        <ol className="stack gap-5">
          {chapter.questions.map((question, index) => (
            <li key={question._id}>
              <QuizQuestion
                number={index + 1}
                question={question}
                mark={marked?.questions.find(({ _id }) => _id === question._id)}
              />
            </li>
          ))}
        </ol>
        {answer.isError && <Alert>{messageOf(answer.error, 'other')}</Alert>}
        <div>
          {marked ? (
            <Button key="again" variant="secondary" onClick={again}>
              Try again
            </Button>
          ) : (
            <Button key="check" type="submit" loading={answer.isPending}>
              Check answers
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}
