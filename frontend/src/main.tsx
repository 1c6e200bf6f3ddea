import './shared/styles/tokens.css';
import './shared/styles/base.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App';
import { startEngagement } from './app/engagement/startEngagement';
import { createQueryClient, openLoginWhenSessionEnds } from './app/queryClient';
import { load, notFoundRow, prefetch, routeFor } from './app/routing/routes';
import { startScrollRestoration } from './app/routing/useScrollRestoration';
import { track } from './shared/lib/analytics';
import { readPageData } from './shared/lib/pageData';
import { setPrefetch } from './shared/lib/prefetch';
import { restoreCheckout } from './shared/stores/checkoutDialog';
import { loadTheme } from './shared/stores/theme';

async function start(): Promise<void> {
  const page = readPageData();
  const queryClient = createQueryClient(page);
  const missing = page.found ? null : window.location.pathname;
  openLoginWhenSessionEnds(queryClient);
  setPrefetch(prefetch);
  startScrollRestoration();
  track('App_Loaded');
  // React hydrates the route in one go, so its script must be loaded before.
  await load((missing ? notFoundRow : routeFor(window.location.pathname)).module).catch(() => undefined);
  loadTheme();
  restoreCheckout();
  const root = document.getElementById('root');
  const app = (
    <BrowserRouter>
      <App queryClient={queryClient} missing={missing} />
    </BrowserRouter>
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
