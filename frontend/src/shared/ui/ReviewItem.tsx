import type { ReactNode } from 'react';
import { formatDay } from '../lib/dates';
import { langOf } from '../lib/i18n';
import * as classes from './ReviewItem.module.css';
import { Stars } from './Stars';

interface Props {
  review: { name: string; rating: number; at: string; text: string };
  children?: ReactNode;
}

/** A learner's review, as an item of a list. */
export function ReviewItem({ review, children }: Props) {
  return (
    <li className={classes.root}>
      <p className="cluster items-center gap-1 gap-x-3 text-s">
        <span className="weight-600">{review.name}</span>
        <Stars value={review.rating} size={14} />
        <time className="ink-3 text-xs tabular" dateTime={review.at}>
          {formatDay(review.at)}
        </time>
      </p>
      {review.text && (
        <p className={`measure mt-2 ink-2 ${classes.text}`} lang={langOf(review.text)}>
          {review.text}
        </p>
      )}
      {children}
    </li>
  );
}
