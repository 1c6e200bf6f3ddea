import type { QueryClient } from '@tanstack/react-query';
import { pageData } from '../shared/lib/pageData';

const PAUSE_MS = 1500;

/** Load the engagement SDK where an id is set, and not before the page has painted and settled. */
export function startEngagement(queryClient: QueryClient): void {
  const { engagement } = pageData();
  if (!engagement) return;
  setTimeout(async () => {
    const sdk = await import(/* webpackChunkName: "engagement" */ './engagement');
    sdk.start(engagement, queryClient);
  }, PAUSE_MS);
}
