import { durationText } from '../../../shared/lib/businessConstants';
import * as classes from './ProgramSteps.module.css';

const steps = () => [
  {
    title: 'Pick your days',
    words:
      'A program has sessions on many days. Choose one or more from its calendar. The more you book together, the less each may cost.',
  },
  {
    title: 'Learn live',
    words: `Join from My Learnings, from ${durationText('joinOpensBefore')} before the start. Watch the mentor work on past charts, practise, and ask questions.`,
  },
  {
    title: 'Swap or cancel',
    words: `Until ${durationText('changeDeadline')} before it starts, you can swap a session for another one, or cancel it and keep a credit for ${durationText('creditValidity')}.`,
  },
];

/** How a live trading program works. */
export function ProgramSteps() {
  return (
    <ol className={classes.root}>
      {steps().map(({ title, words }) => (
        <li key={title} className={`stack content-start ${classes.step}`}>
          <h3 className="self-center text-m">{title}</h3>
          <p className={`ink-2 text-s ${classes.text}`}>{words}</p>
        </li>
      ))}
    </ol>
  );
}
