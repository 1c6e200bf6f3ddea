import type { QueryClient } from '@tanstack/react-query';
import { pageSettings } from '../../shared/lib/pageData';

const DELAY_MS = 1500;

/** Loads the engagement SDK after the first paint, where an app id is set. */
export function startEngagement(queryClient: QueryClient): void {
  const { engagement } = pageSettings();
  if (!engagement) return;
  setTimeout(async () => {
    const sdk = await import(/* webpackChunkName: "engagement" */ './engagement');
    sdk.start(engagement, queryClient);
  }, DELAY_MS);
}
