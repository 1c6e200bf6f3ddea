import { LazySection } from '../../../shared/ui/LazySection';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { useLazyComponent } from '../../../shared/ui/useLazyComponent';
import type { WatchReport } from '../lib/watchTracker';
import type { Media, Topic } from '../queries';
import { ArticleTopic } from './ArticleTopic';
import { PdfTopic } from './PdfTopic';
import classes from './TopicContent.module.css';
import { VideoTopic } from './VideoTopic';

const loadQuiz = () =>
  import(/* webpackChunkName: "quiz-topic" */ './QuizTopic').then(({ QuizTopic }) => ({
    default: QuizTopic,
  }));

export interface TopicContentProps {
  courseKey: string;
  topic: Topic;
  cover: string;
  startAt: number;
  isCompleted: boolean;
  onReport?: ((watchReport: WatchReport) => void) | undefined;
  /** A quiz was answered. */
  onAnswered?: (() => void) | undefined;
  onRefresh: () => Promise<Media | null>;
}

/** The content of a topic, by type. */
export function TopicContent({ topic, courseKey, onAnswered, ...source }: TopicContentProps) {
  const quizTopic = useLazyComponent(loadQuiz);
  const { _id, title, ContentType, media, text, quiz } = topic;
  if (ContentType === 'article' && text) return <ArticleTopic text={text} />;
  if (ContentType === 'video' && media) return <VideoTopic {...source} topic={topic} media={media} />;
  if (ContentType === 'pdf' && media) return <PdfTopic title={title} media={media} />;
  if (ContentType === 'quiz' && quiz && quiz.questions.length > 0) {
    return (
      <LazySection
        lazyComponent={quizTopic}
        props={{ courseKey, topicId: _id, quiz, onAnswered }}
        fallback={<Skeleton shape="block" height={240} />}
      />
    );
  }
  return <p className={classes.empty}>This topic has no content yet. Please check back soon.</p>;
}
