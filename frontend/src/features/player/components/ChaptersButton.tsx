import { useState } from 'react';
import { Button } from '../../../shared/ui/Button';
import { ListIcon } from '../../../shared/ui/icons/ListIcon';
import { lazySection } from '../../../shared/ui/LazySection';
import type { ChapterDrawerProps } from './ChapterDrawer';
import * as classes from './ChaptersButton.module.css';

const ChapterDrawer = lazySection(() => import(/* webpackChunkName: "chapter-drawer" */ './ChapterDrawer'));

/** Opens the chapter list where it does not fit beside the topic. */
export function ChaptersButton(list: Omit<ChapterDrawerProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.root}>
      <Button variant="secondary" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListIcon />
        Course content
        {list.percent !== null && <span className="ink-2 weight-400 tabular">{list.percent}%</span>}
      </Button>
      {isOpen && <ChapterDrawer {...list} onClose={() => setOpen(false)} />}
    </div>
  );
}
