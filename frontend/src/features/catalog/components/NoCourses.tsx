import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../shared/ui/AppLink';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { SearchIcon } from '../../../shared/ui/icons/SearchIcon';
import { searchHelp } from '../courseListQueries';
import { type CourseFilterValues, hasFilters } from '../lib/courseFilters';
import { courseListUrl } from '../lib/courseListUrl';
import { CourseCards } from './CourseCards';
import * as classes from './CourseList.module.css';

interface Props {
  filters: CourseFilterValues;
  onClear: () => void;
}

export function NoCourses({ filters, onClear }: Props) {
  if (!hasFilters(filters)) {
    return (
      <EmptyState
        icon={<SearchIcon />}
        action={
          <ButtonLink variant="secondary" to="/live-webinars">
            See live webinars
          </ButtonLink>
        }
      >
        Courses are coming soon.
      </EmptyState>
    );
  }
  return <NothingFits filters={filters} onClear={onClear} />;
}

/** Another spelling, and the courses that come closest. They appear once they have loaded, or never. */
function NothingFits({ filters, onClear }: Props) {
  const { data } = useQuery(searchHelp(filters.search ?? ''));
  const spelling = data?.data.didYouMean;
  const courses = data?.data.courses ?? [];
  return (
    <>
      <EmptyState
        icon={<SearchIcon />}
        action={
          <ButtonLink variant="secondary" to="/courses" onClick={onClear}>
            Clear filters
          </ButtonLink>
        }
      >
        {spelling ? (
          <span className={classes.spelling}>
            No courses match your search. Did you mean{' '}
            <AppLink to={courseListUrl({ ...filters, search: spelling })} onClick={onClear}>
              {spelling}
            </AppLink>
            ?
          </span>
        ) : (
          'No courses match your search. Try another spelling or fewer filters.'
        )}
      </EmptyState>
      {courses.length > 0 && (
        <section className="mt-8" aria-labelledby="closest-courses">
          <h2 id="closest-courses" className="mb-4 text-l">
            Courses you may like
          </h2>
          <div className="grid-cards">
            <CourseCards courses={courses} />
          </div>
        </section>
      )}
    </>
  );
}
