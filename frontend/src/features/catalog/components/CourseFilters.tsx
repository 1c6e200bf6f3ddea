import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../shared/ui/Button';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { courseFilterOptions } from '../courseListQueries';
import type { CourseFilterValues } from '../lib/courseFilters';
import { FilterGroups } from './FilterGroups';

interface Props {
  filters: CourseFilterValues;
  onChange: (changes: CourseFilterValues) => void;
  form?: string | undefined;
}

/** The filters, once their options are loaded. The list works without them. */
export function CourseFilters({ filters, onChange, form }: Props) {
  const { data, isPending, refetch } = useQuery(courseFilterOptions(filters));
  if (data) return <FilterGroups options={data.data} filters={filters} onChange={onChange} form={form} />;
  if (isPending) return <Skeleton lines={8} />;
  return (
    <div role="alert" className="stack justify-items-start gap-3 ink-2 text-s">
      <p>The filters could not be loaded.</p>
      <Button variant="secondary" size="s" onClick={() => refetch()}>
        Try again
      </Button>
    </div>
  );
}
