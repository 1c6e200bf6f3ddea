/** The data that the server puts into the page: site settings, the user, and the route's query data. */

import type { ApiResponse } from '../api/client';
import type { Locale } from './i18n';

export type SiteData = ApiResponse<'/api/site', 'get'>['data'];

/** Durations in seconds: the server's `deadlines.py` modules, of which each name here is a constant. */
type Figures = Record<
  | 'joinOpensBefore'
  | 'changeDeadline'
  | 'creditValidity'
  | 'cartLifetime'
  | 'holdDuration'
  | 'seatOffer'
  | 'refundPromise'
  | 'otpValidity'
  | 'trialLength'
  | 'mobileChangeDelay'
  | 'lostNumberDelay'
  | 'marketDataDelay'
  | 'grievanceReply',
  number
>;

/** The same for everybody. */
export interface PageSettings {
  site: SiteData;
  /** When the server rendered the page, in milliseconds. */
  now: number;
  locale: Locale;
  /** In Hindi: what the switch of the language changes so far. */
  languageNote: string;
  /** Whether the page contains all its HTML; else its heading and lead only. */
  rendered: boolean;
  /** False if the server responded 404. */
  found: boolean;
  /** The site's own origin. */
  siteUrl: string;
  gstPercent: number;
  /** How long banks take for a refund: '5 to 7 working days'. */
  refundTime: string;
  figures: Figures;
  styleguide: boolean;
  /** The payment provider of new orders, and the URL of its script. */
  payment?: { provider: string; script: string };
  /** The engagement SDK and the consent that it needs; null also on pages whose URL contains a key. */
  engagement: { appId: string; cluster: string; consentText: string } | null;
}

export interface PageData extends PageSettings {
  /** The logged-in user, null for a visitor; absent if the server did not determine it. */
  user?: unknown;
  /** Initial data for the query cache, with the query keys. */
  answers: [key: readonly unknown[], data: unknown][];
}

let settings: PageSettings | undefined;
let ahead = 0;

/** A device whose date is one off, in whatever zone. Much further off, browsers open no secure page. */
const MOST_MINUTES = 36 * 60;

/**
 * The time by the server's clock, since the device's may be an hour or a day wrong. Differences of two minutes are
 * the age of a cached page.
 */
export const serverNow = (): number => Date.now() + ahead;

/** What is personal is left out: it belongs to the query client, which the server creates for each page. */
export function setPageSettings({ user: _user, answers: _answers, ...rest }: PageData): void {
  settings = rest;
}

export function readPageData(): PageData {
  const element = document.getElementById('page-data');
  if (!element?.textContent) throw new Error('page-data');
  const data = JSON.parse(element.textContent) as PageData;
  setPageSettings(data);
  const difference = data.now - Date.now();
  const minutes = Math.abs(difference) / 60_000;
  ahead = minutes > 2 && minutes < MOST_MINUTES ? difference : 0;
  return data;
}

export function pageSettings(): PageSettings {
  return settings ?? readPageData();
}

export const siteData = (): SiteData => pageSettings().site;
