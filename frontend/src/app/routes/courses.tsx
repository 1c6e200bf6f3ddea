import { useQuery } from '@tanstack/react-query';
import { CourseCategories } from '../../features/catalog/components/CourseCategories';
import { CourseFilters } from '../../features/catalog/components/CourseFilters';
import { CourseList } from '../../features/catalog/components/CourseList';
import { CourseSearch } from '../../features/catalog/components/CourseSearch';
import { CourseSort } from '../../features/catalog/components/CourseSort';
import { courseFilterOptions } from '../../features/catalog/courseListQueries';
import { FILTER_FORM } from '../../features/catalog/lib/courseFilters';
import { useCourseFilters } from '../../features/catalog/lib/useCourseFilters';
import { Button } from '../../shared/ui/Button';
import { FilterButton } from '../dialogs/FilterButton';
import leads from '../leads/site.json';
import { PageHead } from '../page/PageHead';
import type { RouteRow } from '../routing/routeRow';
import * as classes from './Courses.module.css';

export default function Courses({ row }: { row: RouteRow }) {
  const { filters, choose } = useCourseFilters();
  const options = useQuery(courseFilterOptions(filters));
  return (
    <>
      <PageHead title={row.title} lead={leads.courses} />
      <div className={`container stack columns-1 gap-5 ${classes.root}`}>
        <div className={`stack gap-3 ${classes.tools}`}>
          <CourseSearch
            search={filters.search}
            categories={filters.category}
            choose={choose}
            className={`col-full ${classes.search}`}
          />
          <FilterButton filters={filters} choose={choose} className={classes.filterButton} />
          <CourseSort filters={filters} choose={choose} />
        </div>
        <CourseCategories categories={options.data?.data.categories} filters={filters} />
        <div className={`stack gap-8 columns-1 ${classes.body}`}>
          <aside className={classes.filters} aria-label="Filters">
            <CourseFilters filters={filters} onChange={choose} form={FILTER_FORM} />
            <noscript>
              <Button type="submit" variant="secondary" form={FILTER_FORM}>
                Apply
              </Button>
            </noscript>
          </aside>
          <CourseList filters={filters} />
        </div>
      </div>
    </>
  );
}
