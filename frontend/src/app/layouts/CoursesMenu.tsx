import { useQuery } from '@tanstack/react-query';
import { type CourseCard, categoryList, courseList } from '../../features/catalog/queries';
import { langOf, useI18n } from '../../shared/lib/i18n';
import { storeSelectedId } from '../../shared/lib/selection';
import { AppLink } from '../../shared/ui/AppLink';
import { Badge } from '../../shared/ui/Badge';
import { buttonClass } from '../../shared/ui/Button';
import { Card, cardLink } from '../../shared/ui/Card';
import { ChevronRightIcon } from '../../shared/ui/icons/ChevronRightIcon';
import { Spinner } from '../../shared/ui/Spinner';
import { CategoryIcon } from './CategoryIcon';
import * as classes from './CoursesMenu.module.css';
import { MenuFailure } from './MenuFailure';

const TRENDING = 5;
const FEATURED = 2;

export default function CoursesMenu() {
  const i18n = useI18n();
  const courses = useQuery(courseList({ skip: 0, limit: 10 }));
  // Fetched here, not in its column, so that both lists load in parallel.
  useQuery(categoryList());
  if (courses.isLoading) return <Loading />;
  const list = courses.data?.courses ?? [];
  return (
    <div className={classes.root}>
      <section className={`column gap-3 min-w-0 ${classes.column}`} aria-labelledby="menu-trending">
        <h2 className="ink-3 text-xs weight-550 leading-snug tracking-0" id="menu-trending">
          {i18n._('Trending Courses')}
        </h2>
        {courses.data ? (
          <Trending courses={list.slice(0, TRENDING)} />
        ) : (
          <MenuFailure query={courses} fallback={i18n._('Failed to fetch courses')} />
        )}
        <AppLink
          to="/courses"
          className={`${classes.all} ${buttonClass({ variant: 'secondary', size: 's' })}`}
        >
          {i18n._('View All Courses')}
        </AppLink>
      </section>
      <section className={`column gap-3 min-w-0 ${classes.column}`} aria-labelledby="menu-categories">
        <h2 className="ink-3 text-xs weight-550 leading-snug tracking-0" id="menu-categories">
          {i18n._('Top Categories')}
        </h2>
        <Categories />
      </section>
      {list.length > 0 && <Featured courses={list.slice(0, FEATURED)} />}
    </div>
  );
}

function Loading() {
  const i18n = useI18n();
  return (
    <div className={classes.loading}>
      <Spinner label={i18n._('Loading courses')} className={classes.waiting} />
    </div>
  );
}

function Trending({ courses }: { courses: CourseCard[] }) {
  const i18n = useI18n();
  if (courses.length === 0) return <p className="ink-2 text-s">{i18n._('Courses are coming soon.')}</p>;
  return (
    <ul>
      {courses.map((course) => (
        <li key={course._id}>
          <AppLink
            className={`row items-center gap-3 touch px-3 py-2 ink text-s leading-snug no-underline ${classes.link}`}
            to={`/courses/${course.weburlname}`}
            onClick={() => storeSelectedId('selectedCourse', course._id)}
          >
            <span className="min-w-0 clamp-2" lang={langOf(course.title, i18n)}>
              {course.title}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

function Categories() {
  const i18n = useI18n();
  const query = useQuery(categoryList());
  if (query.isLoading) return <Spinner label={i18n._('Loading categories')} className={classes.waiting} />;
  if (!query.data) return <MenuFailure query={query} fallback={i18n._('Failed to fetch categories')} />;
  if (query.data.categories.length === 0)
    return <p className="ink-2 text-s">{i18n._('Categories are coming soon.')}</p>;
  return (
    <ul className={`stack gap-x-6 ${classes.categories}`}>
      {query.data.categories.map((category) => (
        <li key={category._id}>
          <AppLink
            className={`row items-center gap-3 touch px-3 py-2 ink text-s leading-snug no-underline ${classes.link}`}
            to={`/courses?category=${encodeURIComponent(category.title)}`}
          >
            <span className={`stack place-center flex-none green ${classes.icon}`}>
              <CategoryIcon name={category.icon} />
            </span>
            <span className="min-w-0 clamp-2" lang={langOf(category.title, i18n)}>
              {category.title}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

function Featured({ courses }: { courses: CourseCard[] }) {
  const i18n = useI18n();
  return (
    <section className={`column gap-3 min-w-0 ${classes.column}`} aria-labelledby="menu-featured">
      <h2 className="ink-3 text-xs weight-550 leading-snug tracking-0" id="menu-featured">
        {i18n._('Featured')}
      </h2>
      <ul className="stack gap-3">
        {courses.map((course) => (
          <Card
            key={course._id}
            element="li"
            interactive
            padding="s"
            className={`stack justify-items-start gap-2 ${classes.card}`}
          >
            {course.isNew && <Badge tone="new">{i18n._('NEW')}</Badge>}
            <h3 className="text-m clamp-2" id={`featured-${course._id}`} lang={langOf(course.title, i18n)}>
              {course.title}
            </h3>
            <p className="ink-2 text-xs clamp-3" lang={langOf(course.long_description, i18n)}>
              {course.long_description}
            </p>
            <AppLink
              className={`${cardLink} inline-row items-center text-s weight-550 ${classes.more}`}
              to={`/courses/${course.weburlname}`}
              aria-describedby={`featured-${course._id}`}
              onClick={() => storeSelectedId('selectedCourse', course._id)}
            >
              {i18n._('See courses')}
              <ChevronRightIcon size={16} />
            </AppLink>
          </Card>
        ))}
      </ul>
    </section>
  );
}
