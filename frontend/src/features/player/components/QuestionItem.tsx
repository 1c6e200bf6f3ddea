import { formatDate } from '../../../shared/lib/dates';
import { langOf, useI18n } from '../../../shared/lib/i18n';
import type { TopicQuestion } from '../questionQueries';
import classes from './QuestionsPanel.module.css';

/** A question with who asked it and when, and the answer if there is one. */
export function QuestionItem({ question }: { question: TopicQuestion }) {
  const i18n = useI18n();
  const { name, text, askedAt, answer, answeredAt, isOwn } = question;
  return (
    <li className={classes.item}>
      <p className={classes.facts}>
        <span className={classes.name}>{isOwn ? 'You' : name}</span>
        <time dateTime={askedAt}>{formatDate(askedAt, i18n)}</time>
      </p>
      <p className={classes.text} lang={langOf(text, i18n)}>
        {text}
      </p>
      {answer !== null && answeredAt !== null ? (
        <div className={classes.answer}>
          <p className={classes.facts}>
            <span className={classes.name}>Answer</span>
            <time dateTime={answeredAt}>{formatDate(answeredAt, i18n)}</time>
          </p>
          <p className={classes.text} lang={langOf(answer, i18n)}>
            {answer}
          </p>
        </div>
      ) : (
        <p className={classes.waiting}>Not answered yet. Until then only you can see it.</p>
      )}
    </li>
  );
}
