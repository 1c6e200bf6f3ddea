import './shared/styles/tokens.css';
import './shared/styles/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { startEngagement } from './app/engagement/startEngagement';
import { serverFooter } from './app/layouts/serverFooter';
import { createQueryClient } from './app/queryClient';
import { load, notFoundRow, prefetch, routeFor } from './app/routing/routes';
import { track } from './shared/lib/analytics';
import { readPageData } from './shared/lib/pageData';
import { setPrefetch } from './shared/lib/prefetch';

async function start(): Promise<void> {
  const page = readPageData();
  const queryClient = createQueryClient(page);
  const missing = page.found ? null : window.location.pathname;
  setPrefetch(prefetch);
  track('App_Loaded');
  // React replaces the server-rendered HTML, so the route's script must be loaded before.
  await load((missing ? notFoundRow : routeFor(window.location.pathname)).module).catch(() => undefined);
  const root = document.getElementById('root');
  serverFooter();
  const draw = () => {
    if (root) createRoot(root).render(<App queryClient={queryClient} missing={missing} />);
  };
  // A transition renders in short slices, so that the page stays responsive. If a field already has the
  // focus, the page renders in one go: text typed between two slices would be lost.
  if (document.activeElement === document.body) startTransition(draw);
  else draw();
  startEngagement(queryClient);
}

void start();
