import { Card } from '../../../shared/ui/Card';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { Skeleton } from '../../../shared/ui/Skeleton';
import * as cards from './CourseCard.module.css';
import * as classes from './CourseList.module.css';

export function RowsSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => `card-${index}`).map((key) => (
    <Card key={key} padding="none" className={`column ${cards.root}`}>
      <Skeleton shape="block" ratio="16 / 9" />
      <div className={`column gap-2 flex-1 p-4 ${classes.awaited}`}>
        <Skeleton width="40%" />
        <Skeleton lines={2} />
        <Skeleton width="70%" />
        <Skeleton width="30%" />
      </div>
    </Card>
  ));
}

export function RowsFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState className="col-full" error={error} message="Failed to fetch courses" onRetry={onRetry} />
  );
}
