/** The initial data in the page: the user, the site settings, and the route's query data. */

import type { ApiResponse } from '../api/client';

/** The site settings that components need; the footer is server-rendered. */
export type SiteData = Pick<
  ApiResponse<'/api/site', 'get'>['data'],
  'brandName' | 'tagline' | 'registration' | 'copyright'
>;

interface PageData {
  site: SiteData;
  /** The logged-in user, null for a visitor; absent if the server did not determine it. */
  user?: unknown;
  /** Initial data for the query cache, with the query keys. */
  answers: [key: readonly unknown[], data: unknown][];
  /** False if the server responded 404. */
  found: boolean;
  /** Percent of each of the two equal lines of GST. */
  taxLinePercent?: number;
  styleguide: boolean;
  /** The URL of the payment provider's script. */
  checkoutScript?: string;
  engagement: { appId: string; cluster: string } | null;
}

let data: PageData | undefined;

export function readPageData(): PageData {
  const element = document.getElementById('page-data');
  if (!element?.textContent) throw new Error('The page carries no data.');
  data = JSON.parse(element.textContent) as PageData;
  return data;
}

export function pageData(): PageData {
  return data ?? readPageData();
}

/** Undefined until the page's data has been read. */
export const loadedPageData = (): PageData | undefined => data;

export const siteData = (): SiteData => pageData().site;
