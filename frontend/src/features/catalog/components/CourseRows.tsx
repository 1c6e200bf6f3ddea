import { ApiError } from '../../../shared/api/client';
import { Card } from '../../../shared/ui/Card';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { CourseCard as Course } from '../queries';
import { CourseCard } from './CourseCard';
import cards from './CourseCard.module.css';
import classes from './Shelf.module.css';

/** Cards of a grid; of the first so many the pictures do not wait until they are near. */
export function CourseRows({ courses, eager = 0 }: { courses: Course[]; eager?: number }) {
  return courses.map((course, place) => (
    <CourseCard key={course._id} course={course} eager={place < eager} />
  ));
}

/** The shape of the cards that are on their way. */
export function RowsSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => `card-${place}`).map((key) => (
    <Card key={key} padding="none" className={cards.root}>
      <Skeleton shape="block" ratio="16 / 9" />
      <div className={`${cards.body} ${classes.awaited}`}>
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
    <ErrorState
      className={classes.failure}
      message={
        (error instanceof ApiError && error.message) ||
        'The courses could not be loaded. Please check your connection.'
      }
      onRetry={() => onRetry()}
    />
  );
}
