import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { english, type I18n, I18nContext } from '../shared/lib/i18n';
import { pageSettings } from '../shared/lib/pageData';
import { LoginHost } from './dialogs/LoginHost';
import { useRootComponents } from './dialogs/rootComponents';
import { Page } from './page/Page';
import { RouteEffects } from './routing/RouteEffects';
import { notFoundRow, routeFor } from './routing/routes';

interface Props {
  queryClient: QueryClient;
  i18n: I18n;
}

/** Rendered inside a router: the browser's, or the server's static one. */
export function App({ queryClient, i18n }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nContext value={i18n}>
        <RouteEffects />
        <CurrentPage />
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
function CurrentPage() {
  const location = useLocation();
  const { pathname } = location;
  // Until another page is opened: what the server said of this one, and that it is bare, holds no longer then.
  const [landing, setLanding] = useState(pathname);
  const isLanding = landing === pathname;
  if (landing && !isLanding) setLanding('');
  const row = isLanding && !pageSettings().found ? notFoundRow : routeFor(pathname);
  // Only there: within a location of its own `useNavigationType` is always POP.
  const own = row === notFoundRow && { location: { ...location, pathname: '/*' } };
  return (
    <Routes {...own}>
      <Route path={row.path} element={<Page row={row} bare={isLanding && row.bare} />} />
    </Routes>
  );
}

function RootComponents() {
  return Object.entries(useRootComponents()).map(([name, Part]) => <Part key={name} />);
}
