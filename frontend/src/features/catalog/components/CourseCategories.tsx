import { AppLink } from '../../../shared/ui/AppLink';
import type { CourseFilterValues } from '../lib/courseFilters';
import { courseListUrl } from '../lib/courseListUrl';
import type { Options } from '../queries';
import * as classes from './CategoryLinks.module.css';

interface Props {
  categories: Options['categories'] | undefined;
  filters: CourseFilterValues;
}

/** Links for all courses or one category, independent of the other filters. */
export function CourseCategories({ categories = [], filters: { category: chosen, ...rest } }: Props) {
  return (
    <nav aria-label="Categories">
      <ul className={`cluster gap-2 ${classes.root}`}>
        <li>
          <AppLink
            className="inline-row items-center touch px-4 text-s no-underline pill"
            to={courseListUrl(rest)}
            aria-current={chosen ? undefined : 'true'}
          >
            All courses
          </AppLink>
        </li>
        {categories.map(({ value, label, count, matching = count }) => (
          <li key={value}>
            <AppLink
              className="inline-row items-center touch px-4 text-s no-underline pill"
              to={courseListUrl({ category: [value], ...rest })}
              aria-current={chosen?.includes(value) ? 'true' : undefined}
            >
              {label}
              <span aria-hidden="true" className={`${classes.count} tabular`}>
                {matching}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
