import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { SearchIcon } from '../../../shared/ui/icons/SearchIcon';

interface Props {
  hasFilters: boolean;
  onClear: () => void;
}

export function NoCourses({ hasFilters, onClear }: Props) {
  if (!hasFilters) {
    return (
      <EmptyState
        icon={<SearchIcon />}
        action={
          <ButtonLink variant="secondary" to="/live-webinars">
            See live webinars
          </ButtonLink>
        }
      >
        Courses are coming soon.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchIcon />}
      action={
        <ButtonLink variant="secondary" to="/courses" onClick={onClear}>
          Clear filters
        </ButtonLink>
      }
    >
      No courses match your search. Try another spelling or fewer filters.
    </EmptyState>
  );
}
