import { AppLink } from '../../../shared/ui/AppLink';
import { ChevronDownIcon } from '../../../shared/ui/icons/ChevronDownIcon';
import { PlayIcon } from '../../../shared/ui/icons/PlayIcon';
import { formatLength, formatMinutes } from '../lib/length';
import type { CourseDetail, Topic } from '../queries';
import classes from './Curriculum.module.css';

const KINDS: Readonly<Record<Topic['ContentType'], string>> = {
  video: 'Video',
  article: 'Article',
  pdf: 'PDF',
  quiz: 'Quiz',
};

interface Props {
  course: CourseDetail;
  /** Shows a free preview; `onTurnTo` says that somebody is about to press for one. */
  onPreview: (topic: Topic) => void;
  onTurnTo: () => void;
}

/** The chapters with their topics and lengths. Twin: templates/parts/curriculum.html. */
export function Curriculum({ course, onPreview, onTurnTo }: Props) {
  const { chapters } = course;
  const count = chapters.reduce((sum, chapter) => sum + chapter.topics.length, 0);
  return (
    <section aria-labelledby="curriculum">
      <h2 id="curriculum">Curriculum</h2>
      {count === 0 ? (
        <p className={classes.sum}>The topics of this course are on their way.</p>
      ) : (
        <p className={`${classes.sum} tabular`}>
          {counted(chapters.length, 'chapter')}, {counted(count, 'topic')},{' '}
          {formatMinutes(course.CoursetotalDuration)} min
        </p>
      )}
      {chapters.map((chapter, place) => (
        <details key={chapter._id} className={classes.chapter} open={place === 0}>
          <summary className={classes.summary}>
            <h3 className={classes.name}>{chapter.title}</h3>
            <span className={`${classes.measure} tabular`}>
              {counted(chapter.topics.length, 'topic')}
              <span className={classes.total}>{formatLength(lengthOf(chapter.topics))}</span>
            </span>
            <ChevronDownIcon className={classes.chevron} />
          </summary>
          <ol className={classes.topics}>
            {chapter.topics.map((topic) => (
              <li key={topic._id} className={classes.topic}>
                <Title course={course} topic={topic} />
                {topic.isFreePreview && !course.access?.granted && (
                  <button
                    type="button"
                    className={classes.preview}
                    aria-label={`Free preview: ${topic.title}`}
                    aria-haspopup="dialog"
                    onPointerEnter={onTurnTo}
                    onFocus={onTurnTo}
                    onClick={() => onPreview(topic)}
                  >
                    <PlayIcon size={16} />
                    Free preview
                  </button>
                )}
                <span className={`${classes.facts} tabular`}>
                  <span>{KINDS[topic.ContentType]}</span>
                  {topic.duration > 0 && <span>{formatLength(topic.duration)}</span>}
                </span>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}

/** Who may open the course goes straight to the topic. */
function Title({ course, topic }: { course: CourseDetail; topic: Topic }) {
  if (!course.access?.granted) return <span className={classes.title}>{topic.title}</span>;
  return (
    <AppLink className={classes.title} to={`/course/${course._id}/topic/${topic._id}`}>
      {topic.title}
    </AppLink>
  );
}

const lengthOf = (topics: readonly Topic[]) => topics.reduce((sum, topic) => sum + topic.duration, 0);

const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
