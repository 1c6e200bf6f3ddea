import { useEffect, useEffectEvent, useState } from 'react';
import type { Fact } from '../lib/outbox';
import { startAt } from '../lib/position';
import type { Learner } from '../lib/useLearner';
import type { Media, Progress, Topic } from '../queries';
import { Attachments } from './Attachments';
import { Completion } from './Completion';
import { TopicContent } from './TopicContent';

interface Props {
  courseKey: string;
  courseId: string;
  topic: Topic;
  row: Progress['topics'][number] | undefined;
  cover: string;
  learner: Learner;
  /** False once the topic was set back: what this round watched counts no more. */
  isCurrent: () => boolean;
  onRefresh: () => Promise<Media | null>;
}

/** One topic as it is being learned, from its opening on; what happens in it is reported. */
export function Lesson({ courseKey, courseId, topic, row, cover, learner, isCurrent, onRefresh }: Props) {
  const [from] = useState(() => startAt(row?.watchedDuration ?? topic.resumeAt, topic.duration));
  const isReporting = learner.progress !== null;
  const isCompleted = row?.isCompleted ?? false;

  const note = (news: Pick<Fact, 'position' | 'isCompleted' | 'stretches'>) => {
    if (!isReporting || !isCurrent()) return;
    learner.courier.note({ courseId, topicId: topic._id, contentType: topic.ContentType, ...news });
  };
  const complete = () => note({ position: topic.duration, isCompleted: true, stretches: [] });

  // What is only read has nothing to tell until it is done, but it is where the person was last.
  const onOpened = useEffectEvent(() => {
    if (topic.ContentType !== 'video') note({ position: 0, isCompleted: false, stretches: [] });
  });
  useEffect(() => onOpened(), []);

  return (
    <>
      <TopicContent
        courseKey={courseKey}
        topic={topic}
        cover={cover}
        startAt={from}
        isCompleted={isCompleted}
        onNews={note}
        onAnswered={complete}
        onRefresh={onRefresh}
      />
      <Attachments files={topic.attachments} />
      {isReporting && <Completion kind={topic.ContentType} isCompleted={isCompleted} onRead={complete} />}
    </>
  );
}
