import { type ComponentProps, useRef, useState } from 'react';
import type { ApiError } from '../../../shared/api/client';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { AppLink } from '../../../shared/ui/AppLink';
import { ChevronLeftIcon } from '../../../shared/ui/icons/ChevronLeftIcon';
import { lazySection } from '../../../shared/ui/LazySection';
import { PreviousNext } from '../../../shared/ui/PreviousNext';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { positionOf } from '../lib/outline';
import { startAt } from '../lib/position';
import { pathOf } from '../lib/topicPath';
import { useCourseProgress } from '../lib/useCourseProgress';
import type { Media, Outline, Progress, Topic } from '../queries';
import { ChapterList } from './ChapterList';
import { ChaptersButton } from './ChaptersButton';
import { CourseCompleted } from './CourseCompleted';
import { CourseProgress } from './CourseProgress';
import { Lesson } from './Lesson';
import { OfflineNotice } from './OfflineNotice';
import { RestartButtons } from './RestartButtons';
import { TopicAccessError } from './TopicAccessError';
import { TopicFacts } from './TopicFacts';
import * as classes from './TopicPage.module.css';
import { TopicSections } from './TopicSections';
import { VideoBox } from './VideoBox';

const FocusLayout = lazySection(() => import(/* webpackChunkName: "focus" */ './FocusLayout'));

interface Props {
  courseKey: string;
  topicId: string;
  userId: string;
  course: Outline;
  /** Undefined while loading. */
  topic: Topic | undefined;
  /** Why the topic cannot be opened. */
  refusal: ApiError | null;
  /** Undefined while loading, null without access to the course. */
  progress: Progress | null | undefined;
  /** What is waited for while the topic or its progress is not there. */
  pending: Pick<ComponentProps<typeof QueryFallback>, 'query' | 'what'>;
  onRefresh: () => Promise<Media | null>;
}

/** A topic inside its course. */
export function TopicPage(props: Props) {
  const { courseKey, topicId, userId, course, topic, refusal, progress, pending, onRefresh } = props;
  const learner = useCourseProgress(userId, progress ?? null);
  const { line, chapter, previous, next } = positionOf(course, topicId);
  const isHydrated = useIsHydrated();
  // A restart mounts the lesson again; what the one before reports as it goes is too late.
  const [restarts, setRestarts] = useState(0);
  const latestRestarts = useRef(0);
  const rows = learner.progress?.topics ?? [];
  const row = rows.find((candidate) => candidate.topicId === topicId);
  const completedIds = new Set(rows.filter(({ isCompleted }) => isCompleted).map((done) => done.topicId));
  const list = {
    courseKey,
    chapters: course.chapters,
    currentId: topicId,
    completedIds,
  };
  const percent = learner.progress?.percent ?? null;
  const title = topic?.title ?? line?.title;
  const hasTranscript = !!topic?.media?.captions.length;
  const hasNotes = line !== undefined && ((topic !== undefined && !refusal) || learner.progress !== null);
  const cover = course.webimage[0]?.url ?? '';

  const restart = () => {
    latestRestarts.current += 1;
    setRestarts(latestRestarts.current);
  };

  return (
    <div className={`container stack content-start ${classes.root}`}>
      <div className={`column gap-4 min-w-0 ${classes.main}`}>
        <div className={classes.top}>
          <p>
            <AppLink
              to={`/courses/${course.weburlname}`}
              className={`inline-row items-center gap-1 max-w-full touch text-s leading-snug anywhere ${classes.back}`}
            >
              <ChevronLeftIcon size={18} />
              {course.title}
            </AppLink>
          </p>
          {isHydrated && title && (
            <FocusLayout {...{ courseKey, title, previous, next, hasTranscript, hasNotes }} />
          )}
          <OfflineNotice isOffline={learner.isOffline} />
        </div>
        <article className={classes.topic} data-kind={line?.ContentType}>
          <header className="measure">
            <p className="text-s ink-3">{topic?.chapterTitle ?? chapter}</p>
            <h1>{title}</h1>
            {line && <TopicFacts line={line} marketDataDate={topic?.marketDataDate} />}
          </header>
          <div className={`gap-6 min-w-0 ${classes.body}`}>
            {refusal ? (
              <TopicAccessError error={refusal} courseName={course.weburlname} />
            ) : topic && progress !== undefined ? (
              <Lesson
                key={restarts}
                courseKey={courseKey}
                courseId={course._id}
                topic={topic}
                row={row}
                cover={cover}
                learner={learner}
                next={next}
                isCurrent={() => latestRestarts.current === restarts}
                onRefresh={onRefresh}
              />
            ) : (
              <QueryFallback {...pending}>
                {line?.ContentType === 'video' ? <VideoBox poster={cover} /> : <Skeleton lines={8} />}
              </QueryFallback>
            )}
          </div>
          {line && (
            <TopicSections
              {...{ userId, line, topic, hasNotes, onRefresh }}
              isReadOnly={refusal !== null}
              resumeAt={startAt(row?.watchedDuration ?? topic?.resumeAt ?? 0, line.duration)}
            />
          )}
        </article>
        <CourseCompleted progress={progress} />
        <PreviousNext
          kind="topic"
          previous={previous}
          next={next}
          pathTo={(line) => pathOf(courseKey, line._id)}
          isNextDue={row?.isCompleted}
        />
        <ChaptersButton {...list} title={course.title} percent={percent} />
        {learner.progress && topic && !refusal && (
          <RestartButtons learner={learner} courseId={course._id} topic={topic} onDone={restart} />
        )}
      </div>
      <aside className={classes.side} aria-label="Course content">
        <div className={classes.panel} data-scrolls="">
          <div>
            <h2>Course content</h2>
            {percent !== null && (
              <CourseProgress percent={percent} completed={completedIds.size} total={rows.length} />
            )}
          </div>
          <ChapterList {...list} />
        </div>
      </aside>
    </div>
  );
}
