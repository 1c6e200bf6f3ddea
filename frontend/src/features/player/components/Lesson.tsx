import { useEffect, useEffectEvent } from 'react';
import type { ProgressUpdate } from '../lib/pendingProgress';
import { startAt } from '../lib/position';
import type { CourseProgressState } from '../lib/useCourseProgress';
import { useReadingTime } from '../lib/useReadingTime';
import type { Media, Progress, Topic, TopicLine } from '../queries';
import { Attachments } from './Attachments';
import { Completion } from './Completion';
import { TopicContent } from './TopicContent';

interface Props {
  courseKey: string;
  courseId: string;
  topic: Topic;
  row: Progress['topics'][number] | undefined;
  cover: string;
  learner: CourseProgressState;
  /** False after the topic was restarted: what was watched before must not be reported. */
  isCurrent: () => boolean;
  /** What comes after it. */
  next: TopicLine | null | undefined;
  onRefresh: () => Promise<Media | null>;
}

/** One topic, with progress reporting. */
export function Lesson({
  courseKey,
  courseId,
  topic,
  row,
  cover,
  learner,
  next,
  isCurrent,
  onRefresh,
}: Props) {
  const isReporting = learner.progress !== null;
  const isCompleted = row?.isCompleted ?? false;

  const report = (watchReport: Pick<ProgressUpdate, 'position' | 'isCompleted' | 'watchedRanges'>) => {
    if (!isReporting || !isCurrent()) return;
    learner.sync.add({ courseId, topicId: topic._id, contentType: topic.ContentType, ...watchReport });
  };
  const isVideo = topic.ContentType === 'video';
  const reading = useReadingTime(isVideo ? 0 : topic.duration, (watchedRanges) =>
    report({ position: 0, isCompleted: false, watchedRanges }),
  );
  const complete = () =>
    report({ position: topic.duration, isCompleted: true, watchedRanges: reading.take() });

  // Reported when it opens, so that an article or PDF becomes the last topic.
  const onOpened = useEffectEvent(() => {
    if (!isVideo) report({ position: 0, isCompleted: false, watchedRanges: [] });
  });
  useEffect(() => onOpened(), []);

  return (
    <>
      <TopicContent
        courseKey={courseKey}
        topic={topic}
        cover={cover}
        startAt={startAt(row?.watchedDuration ?? topic.resumeAt, topic.duration)}
        isCompleted={isCompleted}
        next={next}
        onReport={report}
        onAnswered={complete}
        onRefresh={onRefresh}
      />
      <Attachments files={topic.attachments} />
      {isReporting && <Completion kind={topic.ContentType} isCompleted={isCompleted} onRead={complete} />}
    </>
  );
}
