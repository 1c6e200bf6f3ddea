import { formatDuration } from '../../../shared/lib/duration';
import { useI18n } from '../../../shared/lib/i18n';
import { AppLink } from '../../../shared/ui/AppLink';
import { Duration } from '../../../shared/ui/Duration';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { ChevronDownIcon } from '../../../shared/ui/icons/ChevronDownIcon';
import { PlayIcon } from '../../../shared/ui/icons/PlayIcon';
import { contentsText } from '../lib/contentsText';
import type { CourseDetail, Topic } from '../queries';
import * as classes from './Curriculum.module.css';

const KINDS: Readonly<Record<Topic['ContentType'], string>> = {
  video: 'Video',
  article: 'Article',
  pdf: 'PDF',
  quiz: 'Quiz',
};

interface Props {
  course: CourseDetail;
  /** Opens a free preview; `onTurnTo` preloads it on hover and focus. */
  onPreview: (topic: Topic) => void;
  onPreload: () => void;
}

/** Chapters and topics with their durations. */
export function Curriculum({ course, onPreview, onPreload }: Props) {
  const { chapters } = course;
  const i18n = useI18n();
  const isOpen = course.access?.granted ?? false;
  const topics = chapters.flatMap((chapter) => chapter.topics);
  const count = topics.length;
  return (
    <section aria-labelledby="curriculum">
      <h2 id="curriculum">Curriculum</h2>
      {count === 0 ? (
        <p className="mb-4 mt-1 ink-2">Topics are coming soon.</p>
      ) : (
        <div className="mb-4 mt-1 ink-2 tabular">
          <p>
            {counted(chapters.length, 'chapter')}, {counted(count, 'topic')},{' '}
            <Duration seconds={course.CoursetotalDuration}>
              {formatDuration(course.CoursetotalDuration)}
            </Duration>
          </p>
          <p>{contentsText(topics, { i18n })}</p>
        </div>
      )}
      {chapters.map((chapter, index) => (
        <details key={chapter._id} className={classes.chapter} open={index === 0}>
          <summary className={`items-center gap-x-4 px-4 py-3 ${classes.summary}`}>
            <h3 className={`min-w-0 text-m pretty ${classes.name}`}>{chapter.title}</h3>
            <span className={`row gap-x-4 ink-3 text-xs ${classes.measure} tabular`}>
              <span>{contentsText(chapter.topics, { i18n, withLength: false })}</span>
              <Total seconds={lengthOf(chapter.topics)} />
            </span>
            <ChevronDownIcon className={`chevron ink-3 ${classes.chevron}`} />
          </summary>
          <ol className="divided border-t">
            {chapter.topics.map((topic) => (
              <li key={topic._id} className={`cluster items-center gap-x-4 text-s ${classes.topic}`}>
                {isOpen && (
                  <span className={`inline-row flex-none green ${classes.tick}`}>
                    {topic.isCompleted && <CheckIcon size={16} />}
                  </span>
                )}
                <div className={`min-w-0 py-2 leading-snug ${classes.about}`}>
                  <Title course={course} topic={topic} />
                  {topic.summary && <p className="measure mt-1 ink-2 text-xs">{topic.summary}</p>}
                </div>
                {topic.access === 'preview' && (
                  <button
                    type="button"
                    className={`inline-row items-center gap-1 touch green weight-550 ${classes.preview}`}
                    aria-label={`Free preview: ${topic.title}`}
                    aria-haspopup="dialog"
                    onPointerEnter={onPreload}
                    onFocus={onPreload}
                    onClick={() => onPreview(topic)}
                  >
                    <PlayIcon size={16} />
                    Free preview
                  </button>
                )}
                <span className={`row items-center ink-3 text-xs ${classes.facts} tabular`}>
                  <span>{KINDS[topic.ContentType]}</span>
                  {topic.duration > 0 && (
                    <Duration seconds={topic.duration}>{formatDuration(topic.duration)}</Duration>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}

/** A topic that opens in the player is a link to it. */
function Title({ course, topic }: { course: CourseDetail; topic: Topic }) {
  if (topic.access !== 'open') return <span className="block">{topic.title}</span>;
  return (
    <AppLink className="block" to={`/course/${course._id}/topic/${topic._id}`}>
      {topic.title}
      {topic.isCompleted && <span className="visually-hidden"> (completed)</span>}
    </AppLink>
  );
}

const lengthOf = (topics: readonly Topic[]) => topics.reduce((sum, topic) => sum + topic.duration, 0);

const Total = ({ seconds }: { seconds: number }) =>
  seconds > 0 && (
    <span className={classes.total}>
      <Duration seconds={seconds}>{formatDuration(seconds)}</Duration>
    </span>
  );

const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
