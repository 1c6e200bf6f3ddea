import { useState } from 'react';
import { type CourseFilterValues, filterCount } from '../../features/catalog/lib/courseFilters';
import type { Choose } from '../../features/catalog/lib/useCourseFilters';
import { Button } from '../../shared/ui/Button';
import { LazySection } from '../../shared/ui/LazySection';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';

const load = () =>
  import(/* webpackChunkName: "filter-sheet" */ '../../features/catalog/components/FilterSheet');

interface Props {
  filters: CourseFilterValues;
  choose: Choose;
  className: string | undefined;
}

/** Opens the filters as a lazily loaded sheet. */
export function FilterButton({ filters, choose, className }: Props) {
  const sheet = useLazyComponent(load);
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(filters);
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        className={className}
        onPointerEnter={sheet.preload}
        onFocus={sheet.preload}
        onClick={() => setOpen(true)}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      {isOpen && (
        <LazySection lazyComponent={sheet} props={{ filters, choose, onClose: () => setOpen(false) }} />
      )}
    </>
  );
}
