import { useQuery } from '@tanstack/react-query';
import { CourseCategories } from '../../features/catalog/components/CourseCategories';
import { CourseFilters } from '../../features/catalog/components/CourseFilters';
import { CourseList } from '../../features/catalog/components/CourseList';
import classes from '../../features/catalog/components/CourseList.module.css';
import { CourseSearch } from '../../features/catalog/components/CourseSearch';
import { CourseSort } from '../../features/catalog/components/CourseSort';
import { courseFilterOptions } from '../../features/catalog/courseListQueries';
import { useCourseFilters } from '../../features/catalog/lib/useCourseFilters';
import { FilterButton } from '../dialogs/FilterButton';
import leads from '../leads/site.json';
import { PageHead } from '../page/PageHead';
import type { RouteRow } from '../routing/routeRow';

/** Mirrored by templates/pages/courses.html. */
export default function Courses({ row }: { row: RouteRow }) {
  const { filters, choose } = useCourseFilters();
  const options = useQuery(courseFilterOptions());
  return (
    <>
      <PageHead title={row.title} lead={leads.courses} />
      <div className={`container ${classes.root}`}>
        <div className={classes.tools}>
          <CourseSearch search={filters.search} choose={choose} className={classes.search} />
          <FilterButton filters={filters} choose={choose} className={classes.filterButton} />
          <CourseSort filters={filters} choose={choose} />
        </div>
        <CourseCategories categories={options.data?.data.categories} filters={filters} />
        <div className={classes.body}>
          <aside className={classes.filters} aria-label="Filters">
            <CourseFilters filters={filters} onChange={choose} />
          </aside>
          <CourseList filters={filters} />
        </div>
      </div>
    </>
  );
}
