import { formatDate } from '../../../shared/lib/dates';
import { langOf, useI18n } from '../../../shared/lib/i18n';
import type { TopicQuestion } from '../questionQueries';
import * as classes from './QuestionsPanel.module.css';

/** A question with who asked it and when, and the answer if there is one. */
export function QuestionItem({ question }: { question: TopicQuestion }) {
  const i18n = useI18n();
  const { name, text, askedAt, answer, answeredAt, isOwn } = question;
  return (
    <li className="stack gap-2 pt-4 border-t">
      <p className="cluster gap-x-2 ink-3 text-xs">
        <span className="ink-2 weight-600">{isOwn ? 'You' : name}</span>
        <time dateTime={askedAt}>{formatDate(askedAt, i18n)}</time>
      </p>
      <p className="measure text-s leading anywhere pre-wrap" lang={langOf(text, i18n)}>
        {text}
      </p>
      {answer !== null && answeredAt !== null ? (
        <div className={`stack gap-1 px-4 py-3 ${classes.answer}`}>
          <p className="cluster gap-x-2 ink-3 text-xs">
            <span className="ink-2 weight-600">Answer</span>
            <time dateTime={answeredAt}>{formatDate(answeredAt, i18n)}</time>
          </p>
          <p className="measure text-s leading anywhere pre-wrap" lang={langOf(answer, i18n)}>
            {answer}
          </p>
        </div>
      ) : (
        <p className="ink-2 text-s">Not answered yet. Until then only you can see it.</p>
      )}
    </li>
  );
}
