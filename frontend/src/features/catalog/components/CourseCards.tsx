import { Card } from '../../../shared/ui/Card';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { Skeleton } from '../../../shared/ui/Skeleton';
import type { CourseCard as Course } from '../queries';
import { CourseCard } from './CourseCard';
import cards from './CourseCard.module.css';
import classes from './CourseList.module.css';

/** Cards of a grid; the images of the first `eager` cards are not lazy. */
export function CourseCards({ courses, eager = 0 }: { courses: Course[]; eager?: number }) {
  return courses.map((course, index) => (
    <CourseCard key={course._id} course={course} eager={index < eager} />
  ));
}

export function RowsSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => `card-${index}`).map((key) => (
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
      error={error}
      message="Failed to fetch courses"
      onRetry={onRetry}
    />
  );
}
