import { useQuery } from '@tanstack/react-query';
import classes from '../../features/catalog/components/Shelf.module.css';
import { ShelfCategories } from '../../features/catalog/components/ShelfCategories';
import { ShelfFilters } from '../../features/catalog/components/ShelfFilters';
import { ShelfRows } from '../../features/catalog/components/ShelfRows';
import { ShelfSearch } from '../../features/catalog/components/ShelfSearch';
import { ShelfSort } from '../../features/catalog/components/ShelfSort';
import { useShelf } from '../../features/catalog/lib/useShelf';
import { courseOptions } from '../../features/catalog/shelfQueries';
import { FilterButton } from '../FilterButton';
import leads from '../leads.json';
import { PageHead } from '../PageHead';
import type { RouteRow } from '../routeRow';

/** The server writes the same markup before React comes: templates/pages/courses.html. */
export default function Courses({ row }: { row: RouteRow }) {
  const { shelf, choose } = useShelf();
  const options = useQuery(courseOptions());
  return (
    <>
      <PageHead title={row.title} lead={leads.courses} />
      <div className={`container ${classes.root}`}>
        <div className={classes.tools}>
          <ShelfSearch search={shelf.search} choose={choose} className={classes.search} />
          <FilterButton shelf={shelf} choose={choose} className={classes.filterButton} />
          <ShelfSort shelf={shelf} choose={choose} />
        </div>
        <ShelfCategories categories={options.data?.data.categories} shelf={shelf} />
        <div className={classes.body}>
          <aside className={classes.filters} aria-label="Filters">
            <ShelfFilters shelf={shelf} onChange={choose} />
          </aside>
          <ShelfRows shelf={shelf} />
        </div>
      </div>
    </>
  );
}
