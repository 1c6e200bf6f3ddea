import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useParams } from 'react-router';
import type { User } from '../../features/account/queries';
import { courseDetail } from '../../features/catalog/queries';
import { TopicPage } from '../../features/player/components/TopicPage';
import { loadTrackedVideo } from '../../features/player/components/VideoTopic';
import { courseProgress, type Progress, topicDetail } from '../../features/player/queries';
import { ApiError } from '../../shared/api/client';
import { whenIdle } from '../../shared/lib/whenIdle';
import { LazySection } from '../../shared/ui/LazySection';
import { QueryFallback } from '../../shared/ui/QueryFallback';
import { type Load, useLazyComponent } from '../../shared/ui/useLazyComponent';
import { PageSkeleton } from '../page/PageSkeleton';
import { useLastUser } from '../page/useLastUser';
import { useTitle } from '../page/useTitle';

const loadNotes = () => import(/* webpackChunkName: "notes" */ '../../features/player/components/NotesPanel');
const loadFocus = () =>
  import(/* webpackChunkName: "focus" */ '../../features/player/components/FocusLayout');
const loadTranscript = () =>
  import(/* webpackChunkName: "transcript" */ '../../features/player/components/Transcript');
const loadQuestions = () =>
  import(/* webpackChunkName: "questions" */ '../../features/player/components/QuestionsPanel');
const loadDrawer = () =>
  import(/* webpackChunkName: "chapter-drawer" */ '../../features/player/components/ChapterDrawer');
const loadRestart = () =>
  import(/* webpackChunkName: "restart-dialog" */ '../../features/player/components/RestartDialog');

// Most topics are videos. This module is loaded ahead where somebody is about to continue a course.
if (typeof window !== 'undefined') whenIdle(() => void loadTrackedVideo().catch(() => undefined));

// Rendered on the server. A new render before its script has come would make React remove that HTML.
const Notes = memo(lazySection(loadNotes));
const Focus = lazySection(loadFocus);
const Transcript = lazySection(loadTranscript);
const Questions = lazySection(loadQuestions);
const Drawer = lazySection(loadDrawer);
const Restart = lazySection(loadRestart);

function lazySection<Props extends object>(load: Load<Props>) {
  return function Section(props: Props) {
    return <LazySection lazyComponent={useLazyComponent(load)} props={props} />;
  };
}

export default function TopicRoute() {
  const person = useLastUser();
  const { courseId = '', topicId = '' } = useParams<'courseId' | 'topicId'>();
  return person ? <Opened person={person} courseKey={courseId} topicId={topicId} /> : <PageSkeleton />;
}

interface OpenedProps {
  courseKey: string;
  topicId: string;
}

function Opened({ person, courseKey, topicId }: OpenedProps & { person: User }) {
  usePrefetchBesideCourse(courseKey, topicId);
  const topic = useQuery({ ...topicDetail(courseKey, topicId), throwOnError: isMissing });
  const { data: detail } = useSuspenseQuery(courseDetail(courseKey));
  const course = detail.data;
  // A free preview opens without the course, and without its progress.
  const enabled = !!course.access?.granted;
  const progress = useQuery({ ...courseProgress(courseKey), enabled });
  const title = topic.data?.data.title ?? lineOf(course, topicId)?.title;
  useTitle(title ? `${title} · ${course.title}` : course.title);
  const progressOf = (known: Progress | undefined) => (!enabled || refusalOf(progress.error) ? null : known);
  const refresh = async () => (await topic.refetch()).data?.data.media ?? null;
  return (
    <TopicPage
      key={person._id}
      courseKey={courseKey}
      topicId={topicId}
      userId={person._id}
      course={course}
      topic={topic.data?.data}
      refusal={refusalOf(topic.error)}
      progress={progressOf(progress.data?.progress)}
      waiting={(skeleton) =>
        topic.data ? (
          <QueryFallback query={progress} what="progress">
            {skeleton}
          </QueryFallback>
        ) : (
          <QueryFallback query={topic} what="this topic">
            {skeleton}
          </QueryFallback>
        )
      }
      onRefresh={refresh}
      Notes={Notes}
      Focus={Focus}
      Transcript={Transcript}
      Questions={Questions}
      Drawer={Drawer}
      Restart={Restart}
    />
  );
}

/** The page waits for the course; what else it needs is requested at the same time, not after it. */
function usePrefetchBesideCourse(courseKey: string, topicId: string) {
  const client = useQueryClient();
  if (typeof window === 'undefined' || client.getQueryState(courseDetail(courseKey).queryKey)) return;
  void client.prefetchQuery(topicDetail(courseKey, topicId));
  void client.prefetchQuery(courseProgress(courseKey));
}

/** Why access is denied, also when it was granted before. */
function refusalOf(error: Error | null): ApiError | null {
  return error instanceof ApiError && error.status === 403 ? error : null;
}

const isMissing = (error: Error) => error instanceof ApiError && error.status === 404;

function lineOf({ chapters }: { chapters: { topics: { _id: string; title: string }[] }[] }, topicId: string) {
  return chapters.flatMap(({ topics }) => topics).find(({ _id }) => _id === topicId);
}
