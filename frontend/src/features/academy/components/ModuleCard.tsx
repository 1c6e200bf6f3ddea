import { progressOf } from '../lib/readingProgress';
import type { Module } from '../queries';
import { ChapterRow } from './ChapterRow';
import classes from './ModuleCard.module.css';
import { ReadingProgress } from './ReadingProgress';

interface Props {
  module: Module;
  number: number;
  /** Whether to say how much of it has been read. */
  isMember: boolean;
}

export function ModuleCard({ module, number, isMember }: Props) {
  const reading = isMember ? progressOf([module]) : null;
  const id = `module-${module.weburlname}`;
  return (
    <section className={classes.root} aria-labelledby={id}>
      <header className={classes.head}>
        <p className={classes.number}>Module {number}</p>
        <h2 className={classes.title} id={id}>
          {module.title}
        </h2>
        <p className={classes.summary}>{module.summary}</p>
        {reading && <ReadingProgress {...reading} of={module.title} />}
      </header>
      <ol className={classes.chapters}>
        {module.chapters.map((line, index) => (
          <li key={line._id}>
            <ChapterRow module={module.weburlname} line={line} number={index + 1} withSummary />
          </li>
        ))}
      </ol>
    </section>
  );
}
