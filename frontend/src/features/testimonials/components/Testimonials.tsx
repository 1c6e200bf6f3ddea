import { useRef } from 'react';
import { initials } from '../../../shared/lib/initials';
import { Scroller } from '../../../shared/ui/Scroller';
import { Stars } from '../../../shared/ui/Stars';
import { useEntrance } from '../lib/useEntrance';
import type { Testimonial } from '../queries';
import * as classes from './Testimonials.module.css';

interface Props {
  label: string;
  reviews: readonly Testimonial[];
}

/** Testimonials that fade in one after the other. */
export function Testimonials({ label, reviews }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const entrance = useEntrance(root);
  return (
    <div ref={root} data-entrance={entrance}>
      <Scroller label={label}>
        {reviews.map((review, index) => (
          <Words key={review._id} review={review} index={index} />
        ))}
      </Scroller>
    </div>
  );
}

function Words({ review, index }: { review: Testimonial; index: number }) {
  return (
    // By script: the Content-Security-Policy refuses style attributes in the server's HTML.
    <figure
      className={`surface stack gap-4 min-w-0 ${classes.root}`}
      ref={(figure) => figure?.style.setProperty('--index', `${index}`)}
    >
      <Stars value={review.rating} />
      <blockquote className="ink-2 anywhere">{review.review}</blockquote>
      {review.earnings && <p className={classes.earnings}>Earnings, verified by us: {review.earnings}</p>}
      <figcaption className={`row items-center gap-3 min-w-0 ${classes.by}`}>
        <span className={`tile green text-s weight-600 ${classes.face}`} aria-hidden="true">
          {review.image ? (
            <img src={review.image} width={44} height={44} alt="" loading="lazy" />
          ) : (
            initials(review.username)
          )}
        </span>
        <span>
          <span className="block weight-600">{review.username}</span>
          <span className="block ink-3 text-s anywhere">{factsOf(review)}</span>
        </span>
      </figcaption>
    </figure>
  );
}

const factsOf = ({ userhandle, location, age }: Testimonial) =>
  [userhandle, location, age].filter(Boolean).join(', ');
