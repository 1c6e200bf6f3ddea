import { remember } from '../../../shared/lib/selection';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { Card, cardLink } from '../../../shared/ui/Card';
import { Price } from '../../../shared/ui/Price';
import { Stars } from '../../../shared/ui/Stars';
import type { CourseCard as Course } from '../queries';
import classes from './CourseCard.module.css';

/** What it costs this person: nothing more, nothing with Pro, or its price. */
export function CoursePrice({ course, size = 'm' }: { course: Course; size?: 'm' | 'l' }) {
  if (course.isPurchased) return <Badge tone="success">Enrolled</Badge>;
  const isProOnly = course.proCourse && course.offer_price === 0;
  return (
    <>
      {!isProOnly && <Price offer={course.offer_price} markup={course.markup_price} size={size} />}
      {course.proCourse && <Badge tone="pro">Free with Pro</Badge>}
    </>
  );
}

/** A course in a list. The server writes the same markup: templates/parts/course_card.html. */
export function CourseCard({ course, eager = false }: { course: Course; eager?: boolean }) {
  const [cover] = course.webimage;
  const [instructor] = course.instructors;
  return (
    <Card element="article" padding="none" interactive className={classes.root}>
      {cover && (
        <img
          className={classes.cover}
          src={cover.url}
          width={cover.width}
          height={cover.height}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
        />
      )}
      <div className={classes.body}>
        <p className={classes.marks}>
          <span>{course.category}</span>
          {course.isNew && <Badge tone="new">NEW</Badge>}
        </p>
        <h3 className={classes.title}>
          <AppLink
            className={cardLink}
            to={`/courses/${course.weburlname}`}
            onClick={() => remember('selectedCourse', course._id)}
          >
            {course.title}
          </AppLink>
        </h3>
        {instructor && (
          <p className={classes.by}>
            {instructor.full_name}, {instructor.experience}
          </p>
        )}
        <p className={`${classes.facts} tabular`}>
          <span>{course.level}</span>
          <span>{(course.CoursetotalDuration / 60).toFixed(2)} min</span>
          <span>{course.totalLearner.toLocaleString('en-IN')} learners</span>
        </p>
        {course.rating > 0 && <Stars value={course.rating} size={14} />}
        <p className={classes.price}>
          <CoursePrice course={course} />
        </p>
      </div>
    </Card>
  );
}
