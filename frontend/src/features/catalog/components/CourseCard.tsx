import { memo, type PointerEvent, useState } from 'react';
import { formatDuration } from '../../../shared/lib/duration';
import { experienceText } from '../../../shared/lib/experience';
import { langOf } from '../../../shared/lib/i18n';
import { isMotionReduced } from '../../../shared/lib/scrolling';
import { storeSelectedId } from '../../../shared/lib/selection';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { Card, cardLink } from '../../../shared/ui/Card';
import { Cover } from '../../../shared/ui/Cover';
import { Duration } from '../../../shared/ui/Duration';
import { MentorLine } from '../../../shared/ui/MentorLine';
import { Price } from '../../../shared/ui/Price';
import { Rating } from '../../../shared/ui/Rating';
import { learnersText } from '../lib/learnersText';
import type { CourseCard as Course } from '../queries';
import * as classes from './CourseCard.module.css';

/** The price for this person: enrolled, included in Pro, or the amount. */
export function CoursePrice({ course }: { course: Course }) {
  if (course.isPurchased) return <Badge tone="success">Enrolled</Badge>;
  return (
    <>
      {course.pricing !== 'pro' && <Price price={course.priceWithGst} markup={course.markupPriceWithGst} />}
      {course.proCourse && <Badge tone="pro">Free with Pro</Badge>}
    </>
  );
}

interface Props {
  course: Course;
  eager?: boolean;
}

/** A course in a list. */
export const CourseCard = memo(function CourseCard({ course, eager = false }: Props) {
  const [isHovered, pointer] = useHover();
  const [instructor] = course.instructors;
  const moving = !course.previewVideoUrl && movingCover(course.webimage);
  return (
    <Card
      element="article"
      padding="none"
      interactive
      className={`column ${classes.root}`}
      {...((course.previewVideoUrl || moving) && pointer)}
    >
      <div className={classes.media}>
        <Cover images={course.webimage} className={classes.cover} loading={eager ? 'eager' : 'lazy'} />
        {isHovered && course.previewVideoUrl && <Preview url={course.previewVideoUrl} />}
        {isHovered && moving && <img className={classes.moving} src={moving} alt="" />}
      </div>
      <div className="column gap-2 flex-1 p-4">
        <p className={`row items-center gap-2 ink-3 text-xs ${classes.marks}`}>
          <span>{course.category}</span>
          {course.isNew && <Badge tone="new">NEW</Badge>}
          {course.language !== 'English' && (
            <Badge tone="success" className="ml-auto">
              {course.language}
            </Badge>
          )}
        </p>
        <h3 className={`text-m clamp-2 ${classes.title}`}>
          <AppLink
            className={cardLink}
            to={`/courses/${course.weburlname}`}
            lang={langOf(course.title)}
            onClick={() => storeSelectedId('selectedCourse', course._id)}
          >
            {course.title}
          </AppLink>
        </h3>
        {instructor && (
          <MentorLine name={instructor.full_name} image={instructor.image} className={classes.by}>
            {[instructor.full_name, experienceText(instructor.experience)].filter(Boolean).join(' · ')}
          </MentorLine>
        )}
        <p className={`${classes.facts} tabular`}>
          <span>{course.level}</span>
          {course.language === 'English' && <span>{course.language}</span>}
          <Duration seconds={course.CoursetotalDuration}>
            {formatDuration(course.CoursetotalDuration)}
          </Duration>
          {course.totalLearner > 0 && <span>{learnersText(course.totalLearner)}</span>}
        </p>
        <Rating rating={course.rating} count={course.reviewCount} size={14} />
        <p className={`cluster items-center justify-between gap-2 ${classes.price}`}>
          <CoursePrice course={course} />
        </p>
      </div>
    </Card>
  );
});

/** The animated version of a cover that is a figure with numbers, as `figures.py` names it. */
const movingCover = ([cover]: Course['webimage']) =>
  /\/[a-z-]+[a-z](-\d+)+\.svg$/.test(cover?.url ?? '') && cover?.url.replace('.svg', '-moving.svg');

/** Hover by mouse only: a touch opens the card. */
function useHover() {
  const [isHovered, setHovered] = useState(false);
  const pointer = {
    onPointerEnter: ({ pointerType }: PointerEvent) =>
      setHovered(pointerType === 'mouse' && !isMotionReduced()),
    onPointerLeave: () => setHovered(false),
  };
  return [isHovered, pointer] as const;
}

/** The preview video is fetched on hover and shown once it plays. */
function Preview({ url }: { url: string }) {
  const [isPlaying, setPlaying] = useState(false);
  return (
    <video
      className={classes.preview}
      data-playing={isPlaying}
      src={url}
      muted
      loop
      autoPlay
      playsInline
      disablePictureInPicture
      aria-hidden="true"
      tabIndex={-1}
      onPlaying={() => setPlaying(true)}
    />
  );
}
