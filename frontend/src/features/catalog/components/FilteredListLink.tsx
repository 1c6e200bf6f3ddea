import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../shared/ui/AppLink';
import { searchHelp } from '../courseListQueries';
import type { CourseFilterValues } from '../lib/courseFilters';
import { courseListUrl } from '../lib/courseListUrl';
import * as classes from './CourseList.module.css';

/** Offers the filter that a search names, such as 'Hindi'. */
export function FilteredListLink({ filters }: { filters: CourseFilterValues }) {
  const { search = '' } = filters;
  const { data } = useQuery({ ...searchHelp(search), enabled: search !== '' });
  const offer = data?.data.filter;
  if (!offer || offer.path === courseListUrl(filters)) return null;
  return (
    <AppLink className={`inline-row items-center touch green weight-600 ${classes.offer}`} to={offer.path}>
      {offer.title} ({offer.count})
    </AppLink>
  );
}
