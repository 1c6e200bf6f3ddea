import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { User } from '../../features/account/queries';
import { courseDetail } from '../../features/catalog/queries';
import { TopicPage } from '../../features/player/components/TopicPage';
import { loadTrackedVideo } from '../../features/player/components/VideoTopic';
import { positionOf } from '../../features/player/lib/outline';
import { courseProgress, topicDetail } from '../../features/player/queries';
import { ApiError } from '../../shared/api/client';
import { whenIdle } from '../../shared/lib/whenIdle';
import { PageSkeleton } from '../page/PageSkeleton';
import { useLastUser } from '../page/useLastUser';
import { useTitle } from '../page/useTitle';

// Most topics are videos. This module is loaded ahead where somebody is about to continue a course.
if (typeof window !== 'undefined') whenIdle(() => void loadTrackedVideo().catch(() => undefined));

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
  const title = topic.data?.data.title ?? positionOf(course, topicId).line?.title;
  useTitle(title ? `${title} · ${course.title}` : course.title);
  return (
    <TopicPage
      key={person._id}
      courseKey={courseKey}
      topicId={topicId}
      userId={person._id}
      course={course}
      topic={topic.data?.data}
      refusal={refusalOf(topic.error)}
      progress={!enabled || refusalOf(progress.error) ? null : progress.data?.progress}
      pending={topic.data ? { query: progress, what: 'progress' } : { query: topic, what: 'this topic' }}
      onRefresh={async () => (await topic.refetch()).data?.data.media ?? null}
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
