import { classNames } from '../../../shared/ui/classNames';
import { StarIcon } from '../../../shared/ui/icons/StarIcon';
import * as classes from './ReviewDialog.module.css';

interface Props {
  name: string;
  /** 0 while nothing is selected. */
  value: number;
  onChange: (stars: number) => void;
  describedBy: string | undefined;
}

/** One to five stars, as radio buttons. */
export function StarChoice({ name, value, onChange, describedBy }: Props) {
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className={`text-s weight-550 ${classes.legend}`}>Your rating</legend>
      <div className={classes.stars}>
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className={classNames(`stack place-center ${classes.star}`, stars <= value && classes.lit)}
          >
            <input
              type="radio"
              name={name}
              className={classes.radio}
              value={stars}
              checked={stars === value}
              onChange={() => onChange(stars)}
            />
            <StarIcon size={28} />
            <span className="visually-hidden">{stars === 1 ? '1 star' : `${stars} stars`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
