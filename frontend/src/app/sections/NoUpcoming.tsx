import type { ReactNode } from 'react';
import { ButtonLink } from '../../shared/ui/ButtonLink';
import { EmptyState } from '../../shared/ui/EmptyState';
import { CalendarIcon } from '../../shared/ui/icons/CalendarIcon';

/** The empty state of a list of live events. */
export function NoUpcoming({ children }: { children: ReactNode }) {
  return (
    <div className="container">
      <EmptyState
        icon={<CalendarIcon />}
        action={
          <ButtonLink variant="secondary" to="/courses">
            See recorded courses
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
