import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { courseListPage } from '../courseListQueries';
import { type CourseFilterValues, filterCount } from '../lib/courseFilters';
import type { Choose } from '../lib/useCourseFilters';
import { CourseFilters } from './CourseFilters';

interface Props {
  filters: CourseFilterValues;
  choose: Choose;
  onClose: () => void;
}

const NONE: CourseFilterValues = { price: '', level: [], instructor: [], language: [] };

/** The filters on a phone. The list updates immediately; all changes together are one history entry. */
export default function FilterSheet({ filters, choose, onClose }: Props) {
  const { data } = useQuery({ ...courseListPage(filters, 0), placeholderData: keepPreviousData });
  const isChanged = useRef(false);
  const change = (changes: CourseFilterValues) => {
    choose(changes, { replace: isChanged.current });
    isChanged.current = true;
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Filters"
      footer={
        <>
          <Button variant="secondary" disabled={filterCount(filters) === 0} onClick={() => change(NONE)}>
            Clear filters
          </Button>
          <Button onClick={onClose}>{data ? showLabel(data.totalCount) : 'Show courses'}</Button>
        </>
      }
    >
      <CourseFilters filters={filters} onChange={change} />
    </Dialog>
  );
}

function showLabel(total: number): string {
  if (total === 0) return 'No courses found';
  return `Show ${total.toLocaleString('en-IN')} ${total === 1 ? 'course' : 'courses'}`;
}
