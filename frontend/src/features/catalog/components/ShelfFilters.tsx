import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../shared/ui/Button';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { Shelf } from '../lib/shelf';
import { courseOptions } from '../shelfQueries';
import { FilterGroups } from './FilterGroups';
import classes from './Shelf.module.css';

interface Props {
  shelf: Shelf;
  onChange: (changes: Shelf) => void;
}

/** The filters, once it is known which there are. Without them the list still works. */
export function ShelfFilters({ shelf, onChange }: Props) {
  const { data, isPending, refetch } = useQuery(courseOptions());
  if (data) return <FilterGroups options={data.data} shelf={shelf} onChange={onChange} />;
  if (isPending) return <Skeleton lines={8} />;
  return (
    <div role="alert" className={classes.noFilters}>
      <p>The filters could not be loaded.</p>
      <Button variant="secondary" size="s" onClick={() => refetch()}>
        Try again
      </Button>
    </div>
  );
}
