import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { filterCount, type Shelf } from '../lib/shelf';
import type { Choose } from '../lib/useShelf';
import { shelfPage } from '../shelfQueries';
import { ShelfFilters } from './ShelfFilters';

interface Props {
  shelf: Shelf;
  choose: Choose;
  onClose: () => void;
}

const NONE: Shelf = { price: '', level: [], instructor: [], language: [] };

/** The filters on a phone. The list behind changes at once; all that is changed here is one step back. */
export default function FilterSheet({ shelf, choose, onClose }: Props) {
  const { data } = useQuery({ ...shelfPage(shelf, 0), placeholderData: keepPreviousData });
  const isChanged = useRef(false);
  const change = (changes: Shelf) => {
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
          <Button variant="secondary" disabled={filterCount(shelf) === 0} onClick={() => change(NONE)}>
            Clear filters
          </Button>
          <Button onClick={onClose}>{data ? shown(data.totalCount) : 'Show courses'}</Button>
        </>
      }
    >
      <ShelfFilters shelf={shelf} onChange={change} />
    </Dialog>
  );
}

function shown(total: number): string {
  if (total === 0) return 'No courses found';
  return `Show ${total.toLocaleString('en-IN')} ${total === 1 ? 'course' : 'courses'}`;
}
