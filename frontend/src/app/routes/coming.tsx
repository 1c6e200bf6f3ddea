import { ButtonLink } from '../../shared/ui/ButtonLink';
import { ComingState } from '../../shared/ui/ComingState';
import leads from '../comingLeads.json';
import type { RouteRow } from '../routeRow';

/** A page whose content is still being written: its real heading, what it will hold, and a way on. */
export default function Coming({ row }: { row: RouteRow }) {
  return (
    <div className="container">
      <ComingState
        title={row.title}
        action={
          <ButtonLink variant="secondary" to="/courses">
            See the courses
          </ButtonLink>
        }
      >
        {leads[row.name as keyof typeof leads]} This page is being prepared.
      </ComingState>
    </div>
  );
}
