import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { withFilter } from '../../../shared/ui/FilterLinks';

/** Nothing has the chosen status: the text, and a link to all. */
export function NoneWithStatus({ children }: { children: ReactNode }) {
  const { search } = useLocation();
  return (
    <EmptyState
      action={
        <ButtonLink variant="secondary" to={{ search: withFilter(search, 'status', undefined) }}>
          Show all
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
}
