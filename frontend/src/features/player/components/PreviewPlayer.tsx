import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../shared/api/client';
import { fallbacks } from '../../../shared/api/messages';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { startAt } from '../lib/position';
import { topicDetail } from '../queries';
import { Attachments } from './Attachments';
import * as classes from './PreviewPlayer.module.css';
import { TopicContent } from './TopicContent';
import { TopicFacts } from './TopicFacts';

interface Props {
  courseKey: string;
  topicId: string;
}

/** A free preview in a dialog on the course page; nothing is reported. */
export default function PreviewPlayer({ courseKey, topicId }: Props) {
  const { data, error, refetch } = useQuery(topicDetail(courseKey, topicId));
  const refresh = async () => (await refetch()).data?.data.media ?? null;
  const isRefused = error instanceof ApiError && [401, 403, 404].includes(error.status);
  if (error && (isRefused || !data)) {
    return (
      <ErrorState error={error} message={fallbacks.other} {...(isRefused ? {} : { onRetry: refetch })} />
    );
  }
  if (!data) {
    return (
      <div aria-busy="true">
        <p role="status" className="visually-hidden">
          Loading
        </p>
        <Skeleton shape="block" ratio="16 / 9" />
      </div>
    );
  }
  const topic = data.data;
  return (
    <div className={`column gap-4 ${classes.root}`}>
      <TopicFacts line={topic} marketDataDate={topic.marketDataDate} />
      <TopicContent
        courseKey={courseKey}
        topic={topic}
        cover=""
        startAt={startAt(topic.resumeAt, topic.duration)}
        isCompleted
        onRefresh={refresh}
      />
      <Attachments files={topic.attachments} />
    </div>
  );
}
