import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { SearchIcon } from '../../../shared/ui/icons/SearchIcon';

interface Props {
  isNarrowed: boolean;
  onClear: () => void;
}

export function NothingFound({ isNarrowed, onClear }: Props) {
  if (!isNarrowed) {
    return (
      <EmptyState
        icon={<SearchIcon />}
        action={
          <ButtonLink variant="secondary" to="/live-webinars">
            See the live webinars
          </ButtonLink>
        }
      >
        The first courses are on their way.
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
      No course fits all of this. Try another spelling or fewer filters.
    </EmptyState>
  );
}
