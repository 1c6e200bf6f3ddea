import { Fragment } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { langOf } from '../../../shared/lib/i18n';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import * as crumbs from '../../../shared/ui/Breadcrumbs.module.css';
import { Rating } from '../../../shared/ui/Rating';
import { ShareButton } from '../../../shared/ui/ShareButton';
import { courseListUrl } from '../lib/courseListUrl';
import { learnersText } from '../lib/learnersText';
import type { CourseDetail } from '../queries';
import { WishButton } from './WishButton';

/** Title, instructors and rating. */
export function CourseHead({ course, isMember }: { course: CourseDetail; isMember: boolean }) {
  return (
    <header>
      <nav aria-label="Breadcrumb">
        <ol className={`cluster text-s ${crumbs.root}`}>
          <li>
            <AppLink to="/courses">Courses</AppLink>
          </li>
          <li>
            <AppLink to={courseListUrl({ category: [course.category] })}>{course.category}</AppLink>
          </li>
        </ol>
      </nav>
      <h1 lang={langOf(course.title)}>{course.title}</h1>
      {course.lead && <p className="measure mt-3 ink-2 text-l leading-5">{course.lead}</p>}
      <p className="cluster items-center gap-2 gap-x-4 mt-4 ink-2 text-s tabular">
        {course.isNew && <Badge tone="new">NEW</Badge>}
        <Rating rating={course.rating} count={course.reviewCount} />
        {course.totalLearner > 0 && <span>{learnersText(course.totalLearner)}</span>}
        {course.instructors.length > 0 && (
          <span>
            Taught by{' '}
            {course.instructors.map(({ _id, full_name, weburlname }, index) => (
              <Fragment key={_id}>
                {index > 0 && ', '}
                <AppLink to={`/mentors/${weburlname}`}>{full_name}</AppLink>
              </Fragment>
            ))}
          </span>
        )}
        <span>Last updated {formatDay(course.lastUpdated)}</span>
      </p>
      <div className="cluster items-center gap-2 gap-x-3 mt-4">
        {!course.access && <WishButton course={course} isMember={isMember} />}
        <ShareButton size="s" title={course.title} path={`/courses/${course.weburlname}`} />
      </div>
    </header>
  );
}
