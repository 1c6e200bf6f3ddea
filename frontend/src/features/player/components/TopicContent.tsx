import type { WatchReport } from '../lib/watchTracker';
import type { Media, Topic, TopicLine } from '../queries';
import { ArticleTopic } from './ArticleTopic';
import { PdfTopic } from './PdfTopic';
import { QuizTopic } from './QuizTopic';
import * as classes from './TopicContent.module.css';
import { VideoTopic } from './VideoTopic';

export interface TopicContentProps {
  courseKey: string;
  topic: Topic;
  cover: string;
  startAt: number;
  isCompleted: boolean;
  next?: TopicLine | null | undefined;
  onReport?: ((watchReport: WatchReport) => void) | undefined;
  /** A quiz was answered. */
  onAnswered?: (() => void) | undefined;
  onRefresh: () => Promise<Media | null>;
}

/** The content of a topic, by type. */
export function TopicContent({ topic, courseKey, onAnswered, ...source }: TopicContentProps) {
  const { _id, title, ContentType, media, text, quiz, attempts } = topic;
  if (ContentType === 'article' && text) return <ArticleTopic text={text} />;
  if (ContentType === 'video' && media) {
    return <VideoTopic {...source} courseKey={courseKey} topic={topic} media={media} />;
  }
  if (ContentType === 'pdf' && media) return <PdfTopic title={title} media={media} />;
  if (ContentType === 'quiz' && quiz && quiz.questions.length > 0) {
    return (
      <QuizTopic
        courseKey={courseKey}
        topicId={_id}
        quiz={quiz}
        attempts={attempts}
        onAnswered={onAnswered}
      />
    );
  }
  return (
    <p className={`ink-2 text-s p-5 ${classes.empty}`}>
      This topic has no content yet. Please check back soon.
    </p>
  );
}
