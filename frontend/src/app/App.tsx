import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter, Route, Routes } from 'react-router';
import { Page } from './Page';
import { RouteEffects } from './RouteEffects';
import { notFoundRow, rows } from './routing';

interface Props {
  queryClient: QueryClient;
  /** The address at which the server found nothing, if the page was opened there. */
  missing: string | null;
}

export function App({ queryClient, missing }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <RouteEffects />
        <Routes>
          {rows().map((row) => (
            <Route key={row.name} path={row.path} element={<Page row={row} missing={missing} />} />
          ))}
          <Route path="*" element={<Page row={notFoundRow} missing={missing} />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>
  );
}
