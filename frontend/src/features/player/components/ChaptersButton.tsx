import { type ComponentType, useState } from 'react';
import { Button } from '../../../shared/ui/Button';
import { ListIcon } from '../../../shared/ui/icons/ListIcon';
import type { ChapterDrawerProps } from './ChapterDrawer';
import classes from './ChaptersButton.module.css';

type Props = Omit<ChapterDrawerProps, 'onClose'> & {
  /** The lazily loaded drawer. */
  Drawer: ComponentType<ChapterDrawerProps>;
};

/** Opens the chapter list where it does not fit beside the topic. */
export function ChaptersButton({ Drawer, ...list }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.root}>
      <Button variant="secondary" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListIcon />
        Course content
        {list.percent !== null && <span className="ink-2 weight-400 tabular">{list.percent}%</span>}
      </Button>
      {isOpen && <Drawer {...list} onClose={() => setOpen(false)} />}
    </div>
  );
}
