import type { ReactNode } from 'react';
import { ButtonLink } from '../shared/ui/ButtonLink';
import { EmptyState } from '../shared/ui/EmptyState';
import { CalendarIcon } from '../shared/ui/icons/CalendarIcon';

/** A list of live things while none is planned. */
export function NothingAhead({ children }: { children: ReactNode }) {
  return (
    <div className="container">
      <EmptyState
        icon={<CalendarIcon />}
        action={
          <ButtonLink variant="secondary" to="/courses">
            See the recorded courses
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
