import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import type { ApiError } from '../../../shared/api/client';
import { useI18n } from '../../../shared/lib/i18n';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { AppLink } from '../../../shared/ui/AppLink';
import { ChevronLeftIcon } from '../../../shared/ui/icons/ChevronLeftIcon';
import { PreviousNext } from '../../../shared/ui/PreviousNext';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { positionOf } from '../lib/outline';
import { startAt } from '../lib/position';
import { pathOf } from '../lib/topicPath';
import { useCourseProgress } from '../lib/useCourseProgress';
import type { Media, Outline, Progress, Topic } from '../queries';
import type { ChapterDrawerProps } from './ChapterDrawer';
import { ChapterList } from './ChapterList';
import { ChaptersButton } from './ChaptersButton';
import { CourseCompleted } from './CourseCompleted';
import { CourseProgress } from './CourseProgress';
import type { FocusLayoutProps } from './FocusLayout';
import { FoldedSection } from './FoldedSection';
import { Lesson } from './Lesson';
import type { NotesPanelProps } from './NotesPanel';
import { NotesSection } from './NotesSection';
import { OfflineNotice } from './OfflineNotice';
import type { QuestionsPanelProps } from './QuestionsPanel';
import { RestartButtons } from './RestartButtons';
import type { RestartDialogProps } from './RestartDialog';
import { TopicAccessError } from './TopicAccessError';
import { TopicFacts } from './TopicFacts';
import classes from './TopicPage.module.css';
import type { TranscriptProps } from './Transcript';
import { VideoBox } from './VideoBox';

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
  /** In the topic's place while it or its progress is not there. */
  waiting: (skeleton: ReactNode) => ReactNode;
  onRefresh: () => Promise<Media | null>;
  /** Lazily loaded: the dialogs, and the notes. */
  Notes: ComponentType<NotesPanelProps>;
  Focus: ComponentType<FocusLayoutProps>;
  Transcript: ComponentType<TranscriptProps>;
  Questions: ComponentType<QuestionsPanelProps>;
  Drawer: ComponentType<ChapterDrawerProps>;
  Restart: ComponentType<RestartDialogProps>;
}

/** A topic inside its course. */
export function TopicPage({ courseKey, topicId, userId, course, topic, refusal, progress, ...rest }: Props) {
  const i18n = useI18n();
  const learner = useCourseProgress(userId, progress ?? null);
  const { line, chapter, previous, next } = positionOf(course, topicId);
  const isHydrated = useIsHydrated();
  const [round, setRound] = useState(0);
  const current = useRef(0);
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

  const beginAnew = () => setRound(++current.current);

  return (
    <div className={`container ${classes.root}`}>
      <div className={classes.main}>
        <div className={classes.top}>
          <p className={classes.course}>
            <AppLink to={`/courses/${course.weburlname}`} className={classes.back}>
              <ChevronLeftIcon size={18} />
              {course.title}
            </AppLink>
          </p>
          {isHydrated && title && (
            <rest.Focus {...{ courseKey, title, previous, next, hasTranscript, hasNotes }} />
          )}
          <OfflineNotice isOffline={learner.isOffline} />
        </div>
        <article className={classes.topic} data-kind={line?.ContentType}>
          <header className={classes.head}>
            <p className={classes.chapter}>{topic?.chapterTitle ?? chapter}</p>
            <h1 className={classes.title}>{title}</h1>
            {line && <TopicFacts line={line} marketDataDate={topic?.marketDataDate} />}
          </header>
          <div className={classes.body}>
            {refusal ? (
              <TopicAccessError error={refusal} courseName={course.weburlname} />
            ) : topic && progress !== undefined ? (
              <Lesson
                key={round}
                courseKey={courseKey}
                courseId={course._id}
                topic={topic}
                row={row}
                cover={cover}
                learner={learner}
                next={next}
                isCurrent={() => current.current === round}
                onRefresh={rest.onRefresh}
              />
            ) : (
              rest.waiting(
                line?.ContentType === 'video' ? <VideoBox poster={cover} /> : <Skeleton lines={8} />,
              )
            )}
          </div>
          {topic?.media && hasTranscript && (
            <FoldedSection id="transcript" title={i18n._('Transcript')}>
              <rest.Transcript
                key={topicId}
                topicId={topicId}
                media={topic.media}
                onRefresh={rest.onRefresh}
              />
            </FoldedSection>
          )}
          {line && hasNotes && (
            <NotesSection>
              <rest.Notes
                key={topicId}
                userId={userId}
                topicId={line._id}
                kind={line.ContentType}
                resumeAt={startAt(row?.watchedDuration ?? topic?.resumeAt ?? 0, line.duration)}
                isReadOnly={refusal !== null}
              />
            </NotesSection>
          )}
          {line && topic && (
            <FoldedSection title="Questions and answers">
              <rest.Questions
                key={topicId}
                userId={userId}
                topicId={line._id}
                isReadOnly={refusal !== null}
              />
            </FoldedSection>
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
        <ChaptersButton {...list} title={course.title} percent={percent} Drawer={rest.Drawer} />
        {learner.progress && topic && !refusal && (
          <RestartButtons
            learner={learner}
            courseId={course._id}
            topic={topic}
            Restart={rest.Restart}
            onDone={beginAnew}
          />
        )}
      </div>
      <aside className={classes.side} aria-label="Course content">
        <div className={classes.panel} data-scrolls="">
          <div className={classes.sideHead}>
            <h2 className={classes.sideTitle}>Course content</h2>
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
