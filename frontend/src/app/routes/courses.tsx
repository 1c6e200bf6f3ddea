import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CategoryLinks } from '../../features/catalog/components/CategoryLinks';
import { CourseCard } from '../../features/catalog/components/CourseCard';
import cards from '../../features/catalog/components/CourseCard.module.css';
import { categoryList, courseList } from '../../features/catalog/queries';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import leads from '../leads.json';
import { PageHead } from '../PageHead';
import type { RouteRow } from '../routeRow';
import classes from './Listing.module.css';

const MOST = 100;

export default function Courses({ row }: { row: RouteRow }) {
  const [search] = useSearchParams();
  const category = search.get('category') ?? undefined;
  usePrefetchQuery(categoryList());
  const filters = { ...(category === undefined ? {} : { category }), skip: 0, limit: MOST };
  const { data: found } = useSuspenseQuery(courseList(filters));
  const { data: categories } = useSuspenseQuery(categoryList());
  return (
    <>
      <PageHead title={row.title} lead={leads.courses} />
      <div className={`container ${classes.root}`}>
        <CategoryLinks categories={categories.categories} chosen={category} />
        {found.courses.length > 0 ? (
          <>
            <h2 className="visually-hidden">What you can take</h2>
            <div className={cards.grid}>
              {found.courses.map((course, place) => (
                <CourseCard key={course._id} course={course} eager={place < 4} />
              ))}
            </div>
          </>
        ) : (
          <EmptyState
            action={
              <ButtonLink variant="secondary" to="/courses">
                See all courses
              </ButtonLink>
            }
          >
            No course is listed here at present.
          </EmptyState>
        )}
      </div>
    </>
  );
}
