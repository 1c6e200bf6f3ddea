import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Route, Routes, useLocation } from 'react-router';
import { english, type I18n, I18nContext } from '../shared/lib/i18n';
import { LoginHost } from './dialogs/LoginHost';
import { useRootComponents } from './dialogs/rootComponents';
import { Page } from './page/Page';
import { RouteEffects } from './routing/RouteEffects';
import { notFoundRow, routeFor } from './routing/routes';

interface Props {
  queryClient: QueryClient;
  i18n: I18n;
  /** The URL for which the server responded 404, if the page was opened there. */
  missing: string | null;
}

/** Rendered inside a router: the browser's, or the server's static one. */
export function App({ queryClient, i18n, missing }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nContext value={i18n}>
        <RouteEffects />
        <CurrentPage missing={missing} />
        <I18nContext value={english}>
          <RootComponents />
        </I18nContext>
        <LoginHost />
      </I18nContext>
    </QueryClientProvider>
  );
}

/**
 * Our route table, which the server reads too, picks the page; the router gets only the row that matches. All that
 * is not found is one page, whatever its path: the server renders it once for all visitors, and not every path
 * matches `*`.
 */
function CurrentPage({ missing }: Pick<Props, 'missing'>) {
  const location = useLocation();
  const row = location.pathname === missing ? notFoundRow : routeFor(location.pathname);
  // Only there: within a location of its own `useNavigationType` is always POP.
  const own = row === notFoundRow && { location: { ...location, pathname: '/*' } };
  return (
    <Routes {...own}>
      <Route path={row.path} element={<Page row={row} />} />
    </Routes>
  );
}

function RootComponents() {
  return Object.entries(useRootComponents()).map(([name, Part]) => <Part key={name} />);
}
