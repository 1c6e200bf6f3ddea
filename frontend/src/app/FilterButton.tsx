import { useState } from 'react';
import { filterCount, type Shelf } from '../features/catalog/lib/shelf';
import type { Choose } from '../features/catalog/lib/useShelf';
import { Button } from '../shared/ui/Button';
import { LatePart } from './LatePart';
import { usePart } from './layouts/part';

const load = () =>
  import(/* webpackChunkName: "filter-sheet" */ '../features/catalog/components/FilterSheet');

interface Props {
  shelf: Shelf;
  choose: Choose;
  className: string | undefined;
}

/** Opens the filters as a sheet, which comes when somebody turns to the button. */
export function FilterButton({ shelf, choose, className }: Props) {
  const sheet = usePart(load);
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(shelf);
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
      {isOpen && <LatePart part={sheet} props={{ shelf, choose, onClose: () => setOpen(false) }} />}
    </>
  );
}
