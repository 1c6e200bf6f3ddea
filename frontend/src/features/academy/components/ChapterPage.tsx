import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { PreviousNext } from '../../../shared/ui/PreviousNext';
import { ShareButton } from '../../../shared/ui/ShareButton';
import { pathOf, placeOf } from '../lib/readingProgress';
import type { Chapter } from '../queries';
import { ChapterEnd } from './ChapterEnd';
import * as classes from './ChapterPage.module.css';
import { ChapterQuestions } from './ChapterQuestions';
import { ChapterRow } from './ChapterRow';
import { ChapterText } from './ChapterText';

interface Props {
  chapter: Chapter;
  isMember: boolean;
  /** Before the links to other chapters. */
  after?: ReactNode;
}

export function ChapterPage({ chapter, isMember, after }: Props) {
  const { module } = chapter;
  return (
    <div className={`container pt-8 ${classes.root}`}>
      <article className={classes.main}>
        <header>
          <p className={`cluster items-center gap-x-2 ink-2 text-s ${classes.trail}`}>
            <AppLink to="/academy">Academy</AppLink>
            <span>{module.title}</span>
          </p>
          <h1 className="mt-1">{chapter.title}</h1>
          <p className={`mt-4 ink-2 text-l leading-5 pretty ${classes.summary}`}>{chapter.summary}</p>
          <div className={`cluster items-center justify-between gap-1 gap-x-4 ink-2 text-s ${classes.facts}`}>
            <p className="tabular">
              {placeOf(chapter)} · {chapter.readingMinutes} min read
            </p>
            <div className="wrap items-center gap-2 py-2 row print-hidden">
              <ShareButton
                size="s"
                title={chapter.title}
                path={pathOf(module.weburlname, chapter.weburlname)}
              />
              <Button variant="quiet" size="s" onClick={() => window.print()}>
                Print
              </Button>
            </div>
          </div>
        </header>
        {chapter.contents.length > 1 && (
          <details className={`surface mb-6 text-s print-hidden ${classes.folded}`}>
            <summary>In this chapter</summary>
            <Contents headings={chapter.contents} />
          </details>
        )}
        <ChapterText html={chapter.html} terms={chapter.terms} />
        {chapter.questions.length > 0 ? (
          <ChapterQuestions key={chapter._id} chapter={chapter} isMember={isMember} />
        ) : (
          <ChapterEnd key={chapter._id} chapter={chapter} isMember={isMember} />
        )}
        <p className={`mb-6 mt-2 pt-4 ink-3 text-s ${classes.note}`}>
          For education only. Companies and prices in the examples are fictional, and nothing here is advice
          to buy or sell. Last updated on {formatDay(chapter.updatedAt)}.
        </p>
        <PreviousNext
          kind="chapter"
          previous={chapter.previous}
          next={chapter.next}
          pathTo={(neighbour) => pathOf(neighbour.moduleWeburlname, neighbour.weburlname)}
          isNextDue={chapter.isRead}
        />
        {after}
      </article>
      <aside className={`surface pb-2 pt-5 px-2 print-hidden ${classes.side}`} aria-labelledby="module-title">
        {chapter.contents.length > 1 && (
          <nav className={classes.contents} aria-labelledby="contents-title">
            <h2 className="pb-2 px-3 text-m" id="contents-title">
              In this chapter
            </h2>
            <Contents headings={chapter.contents} />
          </nav>
        )}
        <h2 className="pb-2 px-3 text-m" id="module-title">
          {module.title}
        </h2>
        <ol>
          {module.chapters.map((line, index) => (
            <li key={line._id}>
              <ChapterRow
                module={module.weburlname}
                line={line}
                number={index + 1}
                isCurrent={line._id === chapter._id}
              />
            </li>
          ))}
        </ol>
      </aside>
    </div>
  );
}

function Contents({ headings }: { headings: string[] }) {
  return (
    <ol className={classes.headings}>
      {headings.map((heading, index) => {
        const part = `part-${index + 1}`;
        return (
          <li key={part}>
            <a href={`#${part}`}>{heading}</a>
          </li>
        );
      })}
    </ol>
  );
}
