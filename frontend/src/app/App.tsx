import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Route, Routes, useLocation } from 'react-router';
import { LoginHost } from './dialogs/LoginHost';
import { useRootComponents } from './dialogs/rootComponents';
import { Page } from './page/Page';
import { RouteEffects } from './routing/RouteEffects';
import { routeFor } from './routing/routes';

interface Props {
  queryClient: QueryClient;
  /** The URL for which the server responded 404, if the page was opened there. */
  missing: string | null;
}

/** Rendered inside a router: the browser's, or the server's static one. */
export function App({ queryClient, missing }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <RouteEffects />
      <CurrentPage missing={missing} />
      <RootComponents />
      <LoginHost />
    </QueryClientProvider>
  );
}

/** Our route table, which the server reads too, picks the page; the router gets only the row that matches. */
function CurrentPage({ missing }: Pick<Props, 'missing'>) {
  const { pathname } = useLocation();
  const row = routeFor(pathname);
  return (
    <Routes>
      <Route path={row.path} element={<Page row={row} missing={missing} />} />
    </Routes>
  );
}

function RootComponents() {
  return Object.entries(useRootComponents()).map(([name, Part]) => <Part key={name} />);
}
