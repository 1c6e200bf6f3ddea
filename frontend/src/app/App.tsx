import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter, UNSAFE_RouteContext as RouteContext, useLocation } from 'react-router';
import { Farewell } from './Farewell';
import { LoginHost } from './LoginHost';
import { Page } from './Page';
import { RouteEffects } from './RouteEffects';
import { useRootParts } from './rootParts';
import { matchAt } from './routing';

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
        <CurrentPage missing={missing} />
        <Farewell />
        <RootParts />
        <LoginHost />
      </BrowserRouter>
    </QueryClientProvider>
  );
}

/**
 * The page at the present address. Our own table says which it is, and the router is told for `useParams`
 * and for links; its `Routes` would rank the same rows once more, with 3 kB of what only loaders need.
 */
function CurrentPage({ missing }: Pick<Props, 'missing'>) {
  const { pathname } = useLocation();
  const { row, match } = matchAt(pathname);
  const matches = match ? [{ ...match, route: row }] : [];
  return (
    <RouteContext value={{ outlet: null, matches, isDataRoute: false }}>
      <Page row={row} missing={missing} />
    </RouteContext>
  );
}

function RootParts() {
  return Object.entries(useRootParts()).map(([name, Part]) => <Part key={name} />);
}
