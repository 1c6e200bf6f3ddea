import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import * as classes from './RatingFilter.module.css';

interface Props {
  /** How many reviews give one star, two stars and so on to five. */
  counts: readonly number[];
  chosen: number | null;
  onChoose: (stars: number | null) => void;
}

/** How many gave which rating; a press shows only those. */
export default function RatingFilter({ counts, chosen, onChoose }: Props) {
  const isHydrated = useIsHydrated();
  const most = Math.max(...counts, 1);
  const rows = counts.map((count, index) => ({ stars: index + 1, count })).reverse();
  return (
    <fieldset className={`stack mt-2 ${classes.root}`}>
      <legend className="visually-hidden">Show reviews by rating</legend>
      {rows.map(({ stars, count }) => (
        <button
          key={stars}
          type="button"
          className={`stack items-center gap-3 px-2 align-left ${classes.row}`}
          aria-pressed={chosen === stars}
          data-empty={count === 0 || undefined}
          disabled={count === 0 || !isHydrated}
          onClick={() => onChoose(chosen === stars ? null : stars)}
        >
          <span>
            {stars}
            <span aria-hidden="true"> ★</span>
            <span className="visually-hidden"> {stars === 1 ? 'star' : 'stars'}, </span>
          </span>
          <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect className={classes.ground} width="100" height="8" />
            <rect className={classes.share} width={(100 * count) / most} height="8" />
          </svg>
          <span>
            {count}
            <span className="visually-hidden"> {count === 1 ? 'review' : 'reviews'}</span>
          </span>
        </button>
      ))}
    </fieldset>
  );
}
