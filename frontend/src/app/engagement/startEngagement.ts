import type { QueryClient } from '@tanstack/react-query';
import { pageSettings } from '../../shared/lib/pageData';
import { routeFor } from '../routing/routes';

const DELAY_MS = 1500;

/** Loads the engagement SDK after the first paint, where an app id is set. */
export function startEngagement(queryClient: QueryClient): void {
  if (!pageSettings().engagement) return;
  setTimeout(async () => {
    const { start } = await import(/* webpackChunkName: "engagement" */ './engagement');
    start(queryClient, routeFor);
  }, DELAY_MS);
}
