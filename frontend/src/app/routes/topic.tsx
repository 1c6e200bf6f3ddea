import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { User } from '../../features/account/queries';
import { courseDetail } from '../../features/catalog/queries';
import type { ChapterDrawerProps } from '../../features/learning/components/ChapterDrawer';
import type { RestartDialogProps } from '../../features/learning/components/RestartDialog';
import { TopicPage } from '../../features/learning/components/TopicPage';
import { courseProgress, topicDetail } from '../../features/learning/queries';
import { ApiError } from '../../shared/api/client';
import { LatePart } from '../LatePart';
import { usePart } from '../layouts/part';
import { PageSkeleton } from '../PageSkeleton';
import { usePerson } from '../usePerson';
import { useTitle } from '../useTitle';

const loadDrawer = () =>
  import(/* webpackChunkName: "chapter-drawer" */ '../../features/learning/components/ChapterDrawer');
const loadRestart = () =>
  import(/* webpackChunkName: "restart-dialog" */ '../../features/learning/components/RestartDialog');

const Drawer = (props: ChapterDrawerProps) => <LatePart part={usePart(loadDrawer)} props={props} />;
const Restart = (props: RestartDialogProps) => <LatePart part={usePart(loadRestart)} props={props} />;

/** The server writes the frame before React comes: templates/pages/topic.html. */
export default function TopicRoute() {
  const person = usePerson();
  const { courseId = '', topicId = '' } = useParams<'courseId' | 'topicId'>();
  return person ? <Opened person={person} courseKey={courseId} topicId={topicId} /> : <PageSkeleton />;
}

interface Asked {
  courseKey: string;
  topicId: string;
}

function Opened({ person, courseKey, topicId }: Asked & { person: User }) {
  const topic = useQuery({ ...topicDetail(courseKey, topicId), throwOnError: isUnexpected });
  const progress = useQuery({ ...courseProgress(courseKey), throwOnError: isUnexpected });
  const { data: detail } = useSuspenseQuery(courseDetail(courseKey));
  const course = detail.data;
  const title = topic.data?.data.title ?? lineOf(course, topicId)?.title;
  useTitle(title ? `${title} · ${course.title}` : course.title);
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
      progress={refusalOf(progress.error) ? null : progress.data?.progress}
      onRefresh={refresh}
      Drawer={Drawer}
      Restart={Restart}
    />
  );
}

/** Why something does not open to this person, also when it did a moment ago. */
function refusalOf(error: Error | null): ApiError | null {
  return error instanceof ApiError && error.status === 403 ? error : null;
}

function isUnexpected(error: Error, { state }: { state: { data: unknown } }): boolean {
  return state.data === undefined && !refusalOf(error);
}

function lineOf({ chapters }: { chapters: { topics: { _id: string; title: string }[] }[] }, topicId: string) {
  return chapters.flatMap(({ topics }) => topics).find(({ _id }) => _id === topicId);
}
