import { progressOf } from '../lib/readingProgress';
import type { Module } from '../queries';
import { ChapterRow } from './ChapterRow';
import * as classes from './ModuleCard.module.css';
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
    <section className={`surface ${classes.root}`} aria-labelledby={id}>
      <header className="px-3">
        <p className="ink-3 text-s">Module {number}</p>
        <h2 className="mt-1" id={id}>
          {module.title}
        </h2>
        <p className={`mt-2 ink-2 pretty ${classes.summary}`}>{module.summary}</p>
        {reading && <ReadingProgress {...reading} of={module.title} />}
      </header>
      <ol className={`mt-4 ${classes.chapters}`}>
        {module.chapters.map((line, index) => (
          <li key={line._id}>
            <ChapterRow module={module.weburlname} line={line} number={index + 1} withSummary />
          </li>
        ))}
      </ol>
    </section>
  );
}
