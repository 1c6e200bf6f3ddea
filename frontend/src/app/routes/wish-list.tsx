import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CourseCards } from '../../features/catalog/components/CourseCards';
import { WishButton } from '../../features/catalog/components/WishButton';
import type { CourseCard } from '../../features/catalog/queries';
import { wish, wishList } from '../../features/catalog/wishListQueries';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import { QueryFallback } from '../../shared/ui/QueryFallback';
import { Skeleton } from '../../shared/ui/Skeleton';
import leads from '../leads/member.json';
import { PageHead } from '../page/PageHead';
import type { RouteRow } from '../routing/routeRow';
import * as classes from './WishList.module.css';

/** The courses that the member saved for later. */
export default function WishListRoute({ row }: { row: RouteRow }) {
  return (
    <>
      <PageHead title={row.title} lead={leads['wish-list']} />
      <div className="container">
        <List />
      </div>
    </>
  );
}

function List() {
  const query = useQuery(wishList());
  if (!query.data) {
    return (
      <QueryFallback query={query} what="your wish list">
        <Skeleton lines={6} />
      </QueryFallback>
    );
  }
  return <Courses courses={query.data.data} />;
}

function Courses({ courses }: { courses: CourseCard[] }) {
  const queryClient = useQueryClient();
  // What one removes stays until one leaves, with the button that adds it again.
  const [listed] = useState(() => {
    for (const { _id } of courses) queryClient.setQueryData(wish(_id).queryKey, { data: { isWished: true } });
    return courses;
  });
  if (listed.length === 0) {
    return (
      <EmptyState action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
        Courses that you add to your wish list are listed here.
      </EmptyState>
    );
  }
  return (
    <ul className={`grid-cards `}>
      {listed.map((course) => (
        <li key={course._id} className={`stack justify-items-start gap-3 ${classes.item}`}>
          <CourseCards courses={[course]} />
          <WishButton course={course} isMember />
        </li>
      ))}
    </ul>
  );
}
