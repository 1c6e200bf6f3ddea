import { langOf } from '../../../shared/lib/i18n';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { Stars } from '../../../shared/ui/Stars';
import { courseListUrl } from '../lib/courseFilters';
import type { CourseDetail } from '../queries';
import classes from './CoursePage.module.css';

/** Title, instructor and rating. */
export function CourseHead({ course }: { course: CourseDetail }) {
  const learners = course.totalLearner.toLocaleString('en-IN');
  return (
    <header>
      <nav aria-label="Breadcrumb">
        <ol className={classes.crumbs}>
          <li>
            <AppLink to="/courses">Courses</AppLink>
          </li>
          <li>
            <AppLink to={courseListUrl({ category: [course.category] })}>{course.category}</AppLink>
          </li>
        </ol>
      </nav>
      <h1 lang={langOf(course.title)}>{course.title}</h1>
      {course.lead && <p className={classes.lead}>{course.lead}</p>}
      <p className={`${classes.marks} tabular`}>
        {course.isNew && <Badge tone="new">NEW</Badge>}
        {course.rating > 0 && (
          <span className={classes.rating}>
            <Stars value={course.rating} />
            <span aria-hidden="true">{course.rating.toFixed(1)}</span>
          </span>
        )}
        <span>
          {learners} {course.totalLearner === 1 ? 'learner' : 'learners'}
        </span>
        {course.instructors.length > 0 && (
          <span>Taught by {course.instructors.map(({ full_name }) => full_name).join(', ')}</span>
        )}
      </p>
    </header>
  );
}
