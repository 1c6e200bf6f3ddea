import { type ReactNode, useState } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { Button } from '../../../shared/ui/Button';
import { Stars } from '../../../shared/ui/Stars';
import { reviewText } from '../lib/offerText';
import type { CourseDetail } from '../queries';
import classes from './Reviews.module.css';

interface Props {
  course: CourseDetail;
  /** For members who may write a review. */
  action: ReactNode;
}

const FIRST = 6;

/** Reviews, newest first. */
export function Reviews({ course, action }: Props) {
  const { reviews } = course;
  const tooEarly = reviewText(course);
  const [isWhole, setWhole] = useState(false);
  return (
    <section aria-labelledby="reviews">
      <div className={classes.head}>
        <h2 id="reviews">Reviews</h2>
        {action}
      </div>
      {tooEarly && <p className={classes.none}>{tooEarly}</p>}
      {reviews.length === 0 ? (
        <p className={classes.none}>No reviews yet.</p>
      ) : (
        <ul className={classes.list}>
          {reviews.slice(0, isWhole ? undefined : FIRST).map((review) => (
            <li key={review._id} className={classes.review}>
              <p className={classes.by}>
                <span className={classes.name}>{review.name}</span>
                <Stars value={review.rating} size={14} />
                <time className={`${classes.day} tabular`} dateTime={review.at}>
                  {formatDay(review.at)}
                </time>
              </p>
              {review.text && <p className={classes.text}>{review.text}</p>}
            </li>
          ))}
        </ul>
      )}
      {!isWhole && reviews.length > FIRST && (
        <Button variant="secondary" onClick={() => setWhole(true)}>
          Show all {reviews.length} reviews
        </Button>
      )}
    </section>
  );
}
