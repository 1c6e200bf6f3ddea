/** The data that the server puts into the page: site settings, the user, and the route's query data. */

import type { ApiResponse } from '../api/client';

export type SiteData = ApiResponse<'/api/site', 'get'>['data'];

/** The same for everybody. */
interface PageSettings {
  site: SiteData;
  /** When the server rendered the page, in milliseconds. */
  now: number;
  /** Whether the page contains all its HTML; else its heading and lead only. */
  rendered: boolean;
  /** False if the server responded 404. */
  found: boolean;
  /** Percent of each of the two equal lines of GST. */
  taxLinePercent?: number;
  styleguide: boolean;
  /** The URL of the payment provider's script. */
  checkoutScript?: string;
  engagement: { appId: string; cluster: string } | null;
}

export interface PageData extends PageSettings {
  /** The logged-in user, null for a visitor; absent if the server did not determine it. */
  user?: unknown;
  /** Initial data for the query cache, with the query keys. */
  answers: [key: readonly unknown[], data: unknown][];
}

let settings: PageSettings | undefined;

/** What is personal is left out: it belongs to the query client, which the server creates for each page. */
export function setPageSettings({ user: _user, answers: _answers, ...rest }: PageData): void {
  settings = rest;
}

export function readPageData(): PageData {
  const element = document.getElementById('page-data');
  if (!element?.textContent) throw new Error('The page carries no data.');
  const data = JSON.parse(element.textContent) as PageData;
  setPageSettings(data);
  return data;
}

export function pageSettings(): PageSettings {
  return settings ?? readPageData();
}

/** Undefined until the page's data has been read. */
export const loadedPageSettings = (): PageSettings | undefined => settings;

export const siteData = (): SiteData => pageSettings().site;
