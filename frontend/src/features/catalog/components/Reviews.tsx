import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { Button } from '../../../shared/ui/Button';
import { LazySection } from '../../../shared/ui/LazySection';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { Rating } from '../../../shared/ui/Rating';
import { ReviewItem } from '../../../shared/ui/ReviewItem';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { useLazyComponent } from '../../../shared/ui/useLazyComponent';
import { reviewText } from '../lib/offerText';
import { type CourseDetail, courseReviews } from '../queries';
import './RatingFilter.module.css';
import * as classes from './Reviews.module.css';

interface Props {
  course: CourseDetail;
  /** For members who may write a review. */
  action: ReactNode;
}

// Its HTML and styles are in the page; its script comes after what is on the first screen.
const loadFilter = () => import(/* webpackChunkName: "rating-filter" */ './RatingFilter');

const FIRST = 6;
const MORE = 20;
const MAX = 100;

/** Reviews, newest first, with how many gave which rating. */
export function Reviews({ course, action }: Props) {
  const tooEarly = reviewText(course);
  const filter = useLazyComponent(loadFilter);
  const [stars, setStars] = useState<number | null>(null);
  const [limit, setLimit] = useState(FIRST);
  const isAsked = stars !== null || limit > FIRST;
  const query = useQuery({ ...courseReviews(course._id, stars, limit), enabled: isAsked });
  const listed = isAsked ? query.data?.data : course.reviews.slice(0, FIRST);
  const total = isAsked ? query.data?.totalCount : course.reviewCount;
  const choose = useCallback((chosen: number | null) => {
    setStars(chosen);
    setLimit(FIRST);
  }, []);
  return (
    <section aria-labelledby="reviews">
      <div className={`cluster items-center justify-between gap-2 gap-x-4 touch ${classes.head}`}>
        <h2 id="reviews">Reviews</h2>
        {action}
      </div>
      {tooEarly && <p className="mt-2 ink-2">{tooEarly}</p>}
      {course.reviewCount === 0 ? (
        <p className="mt-2 ink-2">No reviews yet.</p>
      ) : (
        <>
          <Rating rating={course.rating} count={course.reviewCount} />
          <LazySection
            lazyComponent={filter}
            props={{ counts: course.reviewCounts, chosen: stars, onChoose: choose }}
          />
          {listed ? (
            <ul className="stack mb-4 mt-2">
              {listed.map((review) => (
                <ReviewItem key={review._id} review={review} />
              ))}
            </ul>
          ) : (
            <QueryFallback query={query} what="reviews">
              <Skeleton lines={6} />
            </QueryFallback>
          )}
          {listed && total !== undefined && listed.length < Math.min(total, MAX) && (
            <Button
              variant="secondary"
              loading={query.isFetching}
              onClick={() => setLimit(Math.min(limit + MORE, MAX))}
            >
              Show more reviews
            </Button>
          )}
        </>
      )}
    </section>
  );
}
