import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { accountKeys, type User } from '../features/account/queries';

/** Renders part of a page for this user, at this URL. */
export function renderPage(ui: ReactNode, user: User | null = null, url = '/') {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, user);
  const page = (inside: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[url]}>{inside}</MemoryRouter>
    </QueryClientProvider>
  );
  return { queryClient, ...render(page(ui)) };
}
