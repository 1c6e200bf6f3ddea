import { AppLink } from '../../../shared/ui/AppLink';
import type { Category } from '../queries';
import classes from './CategoryLinks.module.css';

interface Props {
  categories: Category[];
  chosen?: string | undefined;
  onPick?: (title: string) => void;
}

/** The categories as links into the course list; where one is chosen, a link back to all. */
export function CategoryLinks({ categories, chosen, onPick }: Props) {
  return (
    <ul className={classes.root}>
      {chosen !== undefined && (
        <li>
          <AppLink className={classes.link} to="/courses">
            All courses
          </AppLink>
        </li>
      )}
      {categories.map(({ _id, title }) => (
        <li key={_id}>
          <AppLink
            className={classes.link}
            to={`/courses?category=${encodeURIComponent(title)}`}
            aria-current={title === chosen ? 'true' : undefined}
            onClick={() => onPick?.(title)}
          >
            {title}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
