/** What the server wrote into the page: whose page it is, the site's facts, and the route's first data. */

import type { Answer } from '../api/client';

/** What every page needs of the site's facts; the footer, which holds the rest, comes written. */
export type SiteData = Pick<
  Answer<'/api/site', 'get'>['data'],
  'brandName' | 'tagline' | 'registration' | 'copyright'
>;

interface PageData {
  site: SiteData;
  /** The logged-in person, null for a visitor; absent where the page could not say. */
  user?: unknown;
  /** Answers for the query cache, each under the key its query uses. */
  answers: [key: readonly unknown[], data: unknown][];
  /** False where the server found nothing at this address. */
  found: boolean;
  styleguide: boolean;
  /** Where the payment provider's script is. */
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

export const siteData = (): SiteData => pageData().site;
