import { useEffect, useRef } from 'react';
import { AppLink } from '../../../shared/ui/AppLink';
import { Duration } from '../../../shared/ui/Duration';
import { ArticleIcon } from '../../../shared/ui/icons/ArticleIcon';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { DocumentIcon } from '../../../shared/ui/icons/DocumentIcon';
import { LockIcon } from '../../../shared/ui/icons/LockIcon';
import { PlayIcon } from '../../../shared/ui/icons/PlayIcon';
import { QuizIcon } from '../../../shared/ui/icons/QuizIcon';
import { KINDS, lengthOf } from '../lib/topicLabels';
import { pathOf } from '../lib/topicPath';
import type { Outline, TopicLine } from '../queries';
import * as classes from './ChapterList.module.css';

const ICONS = { video: PlayIcon, article: ArticleIcon, pdf: DocumentIcon, quiz: QuizIcon } as const;

export interface ChapterListProps {
  courseKey: string;
  chapters: Outline['chapters'];
  currentId: string;
  completedIds: ReadonlySet<string>;
}

/** The topics of the course with their progress; scrolls to the current topic. */
export function ChapterList({ courseKey, chapters, currentId, completedIds }: ChapterListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    const box = list.current?.closest<HTMLElement>('[data-scrolls]');
    // Not `scrollIntoView`: that would scroll the page too.
    if (current && box)
      box.scrollTop += current.getBoundingClientRect().top - box.getBoundingClientRect().top - 120;
  }, []);
  return (
    <ol ref={list} className={classes.root}>
      {chapters.map(({ _id, title, topics }) => (
        <li key={_id}>
          <h3 className="pb-2 pt-4 px-3 ink-2 text-s tracking-0">{title}</h3>
          <ol>
            {topics.map((line) => (
              <li key={line._id}>
                <AppLink
                  to={pathOf(courseKey, line._id)}
                  className={`row gap-3 touch ink text-s leading-4 no-underline ${classes.topic}`}
                  aria-current={line._id === currentId ? 'page' : undefined}
                >
                  <Line line={line} isCompleted={completedIds.has(line._id)} />
                </AppLink>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

interface LineProps {
  line: TopicLine;
  isCompleted: boolean;
}

function Line({ line, isCompleted }: LineProps) {
  const isLocked = line.access === 'locked';
  const KindIcon = ICONS[line.ContentType];
  const state = isCompleted ? 'completed, ' : isLocked ? 'locked, ' : '';
  return (
    <>
      <span className={`stack flex-none place-center ${classes.mark}`} data-done={isCompleted || undefined}>
        {isCompleted ? <CheckIcon size={16} /> : isLocked ? <LockIcon size={16} /> : <KindIcon size={16} />}
      </span>
      <span className="flex-1 min-w-0 anywhere">
        {line.title} <span className="visually-hidden">{state + KINDS[line.ContentType]}</span>
      </span>
      <Duration className={classes.length} seconds={line.duration}>
        {lengthOf(line)}
      </Duration>
    </>
  );
}
