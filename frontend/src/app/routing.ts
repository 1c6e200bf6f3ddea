import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { pageData } from '../shared/lib/pageData';
import type { RouteRow } from './routeRow';
import table from './routes.json';

type Module = { default: ComponentType<{ row: RouteRow }> };

const loaders: Record<string, () => Promise<Module>> = {
  home: () => import(/* webpackChunkName: "route-home" */ './routes/home'),
  academy: () => import(/* webpackChunkName: "route-academy" */ './routes/academy'),
  courses: () => import(/* webpackChunkName: "route-courses" */ './routes/courses'),
  course: () => import(/* webpackChunkName: "route-course" */ './routes/course'),
  'live-webinars': () => import(/* webpackChunkName: "route-live-webinars" */ './routes/live-webinars'),
  'live-webinar': () => import(/* webpackChunkName: "route-live-webinar" */ './routes/live-webinar'),
  'live-mentorships': () =>
    import(/* webpackChunkName: "route-live-mentorships" */ './routes/live-mentorships'),
  'live-mentorship': () => import(/* webpackChunkName: "route-live-mentorship" */ './routes/live-mentorship'),
  'live-trading': () => import(/* webpackChunkName: "route-live-trading" */ './routes/live-trading'),
  'live-trading-program': () =>
    import(/* webpackChunkName: "route-live-trading-program" */ './routes/live-trading-program'),
  pro: () => import(/* webpackChunkName: "route-pro" */ './routes/pro'),
  login: () => import(/* webpackChunkName: "route-login" */ './routes/login'),
  'select-sessions': () => import(/* webpackChunkName: "route-select-sessions" */ './routes/select-sessions'),
  dashboard: () => import(/* webpackChunkName: "route-dashboard" */ './routes/dashboard'),
  'my-learnings': () => import(/* webpackChunkName: "route-my-learnings" */ './routes/my-learnings'),
  settings: () => import(/* webpackChunkName: "route-settings" */ './routes/settings'),
  topic: () => import(/* webpackChunkName: "route-topic" */ './routes/topic'),
  orders: () => import(/* webpackChunkName: "route-orders" */ './routes/orders'),
  confirmation: () => import(/* webpackChunkName: "route-confirmation" */ './routes/confirmation'),
  words: () => import(/* webpackChunkName: "route-words" */ './routes/words'),
  styleguide: () => import(/* webpackChunkName: "route-styleguide" */ './routes/styleguide'),
  'not-found': () => import(/* webpackChunkName: "route-not-found" */ './routes/not-found'),
};

export const notFoundRow: RouteRow = {
  name: 'not-found',
  path: '*',
  title: 'Page not found',
  module: 'not-found',
};

function rows(): RouteRow[] {
  return table
    .map((row): RouteRow => ({ module: row.name in loaders ? row.name : 'words', ...row }))
    .filter(({ local }) => !local || pageData().styleguide);
}

/** The row at an address, with the values in its path: the first that fits, as on the server. */
export function matchAt(pathname: string) {
  const spelled = decoded(pathname);
  for (const row of rows()) {
    const match = matchPath(row.path, spelled);
    if (match) return { row, match };
  }
  return { row: notFoundRow, match: null };
}

export const rowAt = (pathname: string): RouteRow => matchAt(pathname).row;

/** The server reads addresses decoded, so '/terms%26conditions' is '/terms&conditions' here as well. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const loaded = new Map<string, Module>();

export async function load(module: string): Promise<Module> {
  const known = loaded.get(module);
  if (known) return known;
  const loader = loaders[module];
  if (!loader) throw new Error(`The route table names an unknown module: ${module}`);
  const fresh = await loader();
  loaded.set(module, fresh);
  return fresh;
}

/** The module if its script is here already, so that it can be shown without a pause. */
export const atHand = (module: string): Module | undefined => loaded.get(module);

/** Fetch a page's script ahead of the press that opens it; a failure shows when the page is opened. */
export function prefetch(pathname: string): void {
  load(rowAt(pathname).module).catch(() => undefined);
}
