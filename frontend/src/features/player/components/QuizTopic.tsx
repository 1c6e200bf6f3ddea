import { type FormEvent, useId, useRef, useState } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { formatDate, formatTime } from '../../../shared/lib/dates';
import { Alert } from '../../../shared/ui/Alert';
import { Badge } from '../../../shared/ui/Badge';
import { Button } from '../../../shared/ui/Button';
import { Form } from '../../../shared/ui/Form';
import { answersIn, QuizQuestion } from '../../../shared/ui/QuizQuestion';
import { useCheckAnswers } from '../mutations';
import type { Marked, Quiz, QuizAttempt } from '../queries';
import * as classes from './QuizTopic.module.css';

interface Props {
  courseKey: string;
  topicId: string;
  quiz: Quiz;
  /** The learner's earlier ones, the latest first. */
  attempts: readonly QuizAttempt[];
  onAnswered?: (() => void) | undefined;
}

/** Questions with one answer each; the server marks them, and they can be repeated. */
export function QuizTopic({ courseKey, topicId, quiz, attempts, onAnswered }: Props) {
  const check = useCheckAnswers();
  const [marked, setMarked] = useState<Marked | null>(null);
  const [round, setRound] = useState(0);
  const top = useRef<HTMLDivElement>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    check.mutate(
      { courseKey, topicId, answers: answersIn(event.currentTarget) },
      {
        onSuccess: (found) => {
          setMarked(found);
          onAnswered?.();
          top.current?.focus();
        },
      },
    );
  };
  const again = () => {
    setMarked(null);
    setRound(round + 1);
    top.current?.focus();
  };

  return (
    <Form key={round} className={`column gap-5 ${classes.root}`} onSubmit={submit}>
      <div ref={top} tabIndex={-1} role="status" className={`no-ring w-full ${classes.outcome}`}>
        {marked && (
          <p className={`text-l weight-600 ${classes.score}`}>
            {marked.right} of {marked.total} correct
          </p>
        )}
      </div>
      <ol className="stack gap-5 w-full">
        {quiz.questions.map((question, index) => (
          <li key={question._id}>
            <QuizQuestion
              number={index + 1}
              question={question}
              mark={marked?.questions.find(({ _id }) => _id === question._id)}
            />
          </li>
        ))}
      </ol>
      {check.isError && <Alert>{messageOf(check.error, 'other')}</Alert>}
      {marked ? (
        <Button key="again" variant="secondary" onClick={again}>
          Try again
        </Button>
      ) : (
        <Button key="check" type="submit" loading={check.isPending}>
          Check answers
        </Button>
      )}
      {attempts.length > 0 && <Attempts attempts={attempts} />}
    </Form>
  );
}

function Attempts({ attempts }: { attempts: readonly QuizAttempt[] }) {
  const heading = useId();
  const shares = attempts.map(({ right, total }) => right / total);
  const best = Math.max(...shares);
  const isBest = ({ right, total }: QuizAttempt) => right / total === best && Math.min(...shares) < best;
  return (
    <section className="w-full pt-5 border-t" aria-labelledby={heading}>
      <h3 id={heading}>Your attempts</h3>
      <ol className="mt-2">
        {attempts.map((attempt) => (
          <li key={attempt.at} className={`cluster items-center touch ink-2 text-s ${classes.row} tabular`}>
            <span>
              {formatDate(attempt.at)}, {formatTime(attempt.at)}
            </span>
            <span>
              {attempt.right} of {attempt.total} correct
            </span>
            {isBest(attempt) && <Badge tone="success">Best</Badge>}
          </li>
        ))}
      </ol>
    </section>
  );
}
