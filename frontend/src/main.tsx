import './shared/styles/tokens.css';
import './shared/styles/base.css';
import './shared/styles/layout.css';
import './shared/styles/surface.css';
import './shared/styles/text.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App';
import { startEngagement } from './app/engagement/startEngagement';
import { createQueryClient, openLoginWhenSessionEnds } from './app/queryClient';
import { load, notFoundRow, prefetch, routeFor } from './app/routing/routes';
import { SiteRouter } from './app/routing/SiteRouter';
import { startHistory } from './app/routing/siteHistory';
import { startScrollRestoration } from './app/routing/useScrollRestoration';
import { loadI18n } from './locales/loadI18n';
import { onUnreachable } from './shared/api/client';
import { track } from './shared/lib/analytics';
import { checkConnection } from './shared/lib/connection';
import { readPageData } from './shared/lib/pageData';
import { setPrefetch } from './shared/lib/prefetch';
import { restoreCheckout } from './shared/stores/checkoutDialog';
import { loadTheme } from './shared/stores/theme';

async function start(): Promise<void> {
  const page = readPageData();
  const queryClient = createQueryClient(page);
  openLoginWhenSessionEnds(queryClient);
  onUnreachable(checkConnection);
  setPrefetch(prefetch);
  startScrollRestoration();
  const history = startHistory();
  track('App_Loaded');
  const language = loadI18n(page.locale);
  // React hydrates the route in one go, so its script must be loaded before.
  await load((page.found ? routeFor(window.location.pathname) : notFoundRow).module).catch(() => undefined);
  const i18n = await language;
  loadTheme();
  restoreCheckout();
  const root = document.getElementById('root');
  const app = (
    <SiteRouter history={history}>
      <App queryClient={queryClient} i18n={i18n} />
    </SiteRouter>
  );
  // A transition renders in short slices, so that the page stays responsive.
  if (root)
    startTransition(() => {
      if (page.rendered) hydrateRoot(root, app, { onRecoverableError: reportHydrationError });
      else createRoot(root).render(app);
    });
  startEngagement(queryClient);
}

/** The server and the browser rendered different HTML; React has rendered that part of the page again. */
function reportHydrationError(error: unknown): void {
  console.error(error);
  track('hydration_error', { path: window.location.pathname });
}

void start();
