import { AppLink } from '../../../shared/ui/AppLink';
import type { Category } from '../queries';
import * as classes from './CategoryLinks.module.css';

interface Props {
  categories: Category[];
  onPick: (title: string) => void;
}

/** Links to the course list, one for each category. */
export function CategoryLinks({ categories, onPick }: Props) {
  return (
    <ul className={`cluster gap-2 ${classes.root}`}>
      {categories.map(({ _id, title }) => (
        <li key={_id}>
          <AppLink
            className="inline-row items-center touch px-4 text-s no-underline pill"
            to={`/courses?category=${encodeURIComponent(title)}`}
            onClick={() => onPick(title)}
          >
            {title}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
