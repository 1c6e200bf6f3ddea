import { CheckIcon } from './icons/CheckIcon';
import { CloseIcon } from './icons/CloseIcon';
import * as classes from './QuizQuestion.module.css';

interface Props {
  number: number;
  question: { _id: string; text: string; options: { _id: string; text: string }[] };
  /** Once it is marked. */
  mark:
    | { chosen: string | null; rightOption: string | null; isRight: boolean; explanation: string }
    | undefined;
}

/** The chosen option's id by question id, of a form with questions. */
export function answersIn(form: HTMLFormElement): Record<string, string> {
  const chosen = form.querySelectorAll<HTMLInputElement>('input:checked');
  return Object.fromEntries([...chosen].map(({ name, value }) => [name, value]));
}

/** A question with one right option, and how it was answered. */
export function QuizQuestion({ number, question, mark }: Props) {
  const { _id, text, options } = question;
  return (
    <fieldset className={`surface p-5 ${classes.root}`} disabled={mark !== undefined}>
      <legend className={`w-full weight-600 ${classes.question}`}>
        {number}. {text}
      </legend>
      <div className={`stack gap-2 pt-4 ${classes.options}`}>
        {options.map((option) => (
          <label
            key={option._id}
            className={`row gap-3 touch text-s leading-5 ${classes.option}`}
            data-mark={verdict(option._id, mark)}
          >
            <input type="radio" name={_id} value={option._id} required className={classes.radio} />
            <span className="flex-1 min-w-0">{option.text}</span>
            <Verdict of={verdict(option._id, mark)} />
          </label>
        ))}
      </div>
      {mark && (
        <div className="stack gap-1 measure mt-4 text-s">
          <p className={mark.isRight ? classes.right : classes.wrong}>
            {mark.isRight ? 'Correct' : 'Incorrect'}
          </p>
          {mark.explanation && <p>{mark.explanation}</p>}
        </div>
      )}
    </fieldset>
  );
}

function Verdict({ of }: { of: 'right' | 'wrong' | undefined }) {
  if (!of) return null;
  return (
    <span className={`inline-row flex-none items-center gap-1 weight-600 ${classes.verdict}`}>
      {of === 'right' ? <CheckIcon size={18} /> : <CloseIcon size={18} />}
      {of === 'right' ? 'Correct answer' : 'Your answer'}
    </span>
  );
}

function verdict(option: string, mark: Props['mark']): 'right' | 'wrong' | undefined {
  if (option === mark?.rightOption) return 'right';
  return option === mark?.chosen ? 'wrong' : undefined;
}
