import './shared/styles/tokens.css';
import './shared/styles/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { writtenFooter } from './app/layouts/writtenFooter';
import { createQueryClient } from './app/queryClient';
import { load, notFoundRow, prefetch, rowAt } from './app/routing';
import { startEngagement } from './app/startEngagement';
import { track } from './shared/lib/analytics';
import { readPageData } from './shared/lib/pageData';
import { setPrefetch } from './shared/lib/prefetching';

async function start(): Promise<void> {
  const page = readPageData();
  const queryClient = createQueryClient(page);
  const missing = page.found ? null : window.location.pathname;
  setPrefetch(prefetch);
  track('App_Loaded');
  // React replaces what the server wrote, so everything the first picture needs must be here before.
  await load((missing ? notFoundRow : rowAt(window.location.pathname)).module).catch(() => undefined);
  const root = document.getElementById('root');
  writtenFooter();
  const draw = () => {
    if (root) createRoot(root).render(<App queryClient={queryClient} missing={missing} />);
  };
  // A transition is drawn in short pieces, between which the phone answers the finger. Whoever types already
  // gets the page at once: what is typed between two pieces would be lost.
  if (document.activeElement === document.body) startTransition(draw);
  else draw();
  startEngagement(queryClient);
}

void start();
