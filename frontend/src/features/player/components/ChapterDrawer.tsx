import { Dialog } from '../../../shared/ui/Dialog';
import * as classes from './ChapterDrawer.module.css';
import { ChapterList, type ChapterListProps } from './ChapterList';
import { CourseProgress } from './CourseProgress';

export interface ChapterDrawerProps extends ChapterListProps {
  title: string;
  percent: number | null;
  onClose: () => void;
}

/** The chapter list on narrow screens. */
export default function ChapterDrawer({ title, percent, onClose, ...list }: ChapterDrawerProps) {
  const total = list.chapters.reduce((sum, { topics }) => sum + topics.length, 0);
  return (
    <Dialog open onOpenChange={onClose} title="Course content" description={title}>
      <div className={`stack gap-2 ${classes.root}`}>
        {percent !== null && (
          <CourseProgress percent={percent} completed={list.completedIds.size} total={total} />
        )}
        <ChapterList {...list} />
      </div>
    </Dialog>
  );
}
