import { Skeleton } from '../shared/ui/Skeleton';
import classes from './PageHead.module.css';

/** The shape of a page's head and its first row, held until the page is there. */
export function PageSkeleton() {
  return (
    <div className={`container ${classes.skeleton}`} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <Skeleton shape="block" width="min(24rem, 80%)" height={44} />
      <Skeleton lines={2} width="min(36rem, 100%)" />
      <Skeleton shape="block" height={280} />
    </div>
  );
}
