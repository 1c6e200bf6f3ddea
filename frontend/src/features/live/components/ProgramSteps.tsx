import classes from './ProgramSteps.module.css';

const STEPS = [
  {
    title: 'Pick your days',
    words:
      'A program has sessions on many days. Choose one or several from its calendar: the more you take at once, the less each may cost.',
  },
  {
    title: 'Learn live',
    words:
      'The room opens 15 minutes before the start, in My Learnings. Watch the mentor work in market hours, practise, and ask.',
  },
  {
    title: 'Change in time',
    words:
      'Until four hours before it starts you can swap a session for another one, or cancel it and keep a credit for 90 days.',
  },
];

/** How a live trading program works. Twin: templates/parts/program_steps.html. */
export function ProgramSteps() {
  return (
    <ol className={classes.root}>
      {STEPS.map(({ title, words }) => (
        <li key={title} className={classes.step}>
          <h3 className={classes.title}>{title}</h3>
          <p className={classes.words}>{words}</p>
        </li>
      ))}
    </ol>
  );
}
