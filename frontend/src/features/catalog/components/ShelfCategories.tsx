import { AppLink } from '../../../shared/ui/AppLink';
import { addressOf, type Shelf } from '../lib/shelf';
import type { Options } from '../queries';
import classes from './CategoryLinks.module.css';

interface Props {
  categories: Options['categories'] | undefined;
  shelf: Shelf;
}

/** All courses or those of one category, whatever else narrows the list. */
export function ShelfCategories({ categories = [], shelf: { category: chosen, ...rest } }: Props) {
  return (
    <nav aria-label="Categories">
      <ul className={classes.root}>
        <li>
          <AppLink className={classes.link} to={addressOf(rest)} aria-current={chosen ? undefined : 'true'}>
            All courses
          </AppLink>
        </li>
        {categories.map(({ value, label, count }) => (
          <li key={value}>
            <AppLink
              className={classes.link}
              to={addressOf({ category: [value], ...rest })}
              aria-current={chosen?.includes(value) ? 'true' : undefined}
            >
              {label}
              <span aria-hidden="true" className={`${classes.count} tabular`}>
                {count}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
