import { Stars } from './Stars';

interface Props {
  /** 0: too few reviews for a rating. */
  rating: number;
  count: number;
  size?: number;
}

/** '4.6' in stars, with the number of reviews that it is the mean of. */
export function Rating({ rating, count, size = 16 }: Props) {
  if (rating === 0) return null;
  return (
    <span className="inline-row items-center gap-2 text-xs tabular">
      <span aria-hidden="true">{rating.toFixed(1)}</span>
      <Stars value={rating} size={size} />
      <span className="ink-3">{count === 1 ? '1 review' : `${count.toLocaleString('en-IN')} reviews`}</span>
    </span>
  );
}
