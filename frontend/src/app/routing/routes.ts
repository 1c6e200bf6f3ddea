import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { pageSettings } from '../../shared/lib/pageData';
import table from '../routes.json';
import type { RouteRow } from './routeRow';

type Module = { default: ComponentType<{ row: RouteRow }> };

const loaders: Record<string, () => Promise<Module>> = {
  home: () => import(/* webpackChunkName: "route-home" */ '../routes/home'),
  academy: () => import(/* webpackChunkName: "route-academy" */ '../routes/academy'),
  courses: () => import(/* webpackChunkName: "route-courses" */ '../routes/courses'),
  course: () => import(/* webpackChunkName: "route-course" */ '../routes/course'),
  mentor: () => import(/* webpackChunkName: "route-mentor" */ '../routes/mentor'),
  'live-webinars': () => import(/* webpackChunkName: "route-live-webinars" */ '../routes/live-webinars'),
  'live-webinar': () => import(/* webpackChunkName: "route-live-webinar" */ '../routes/live-webinar'),
  'live-mentorships': () =>
    import(/* webpackChunkName: "route-live-mentorships" */ '../routes/live-mentorships'),
  'live-mentorship': () =>
    import(/* webpackChunkName: "route-live-mentorship" */ '../routes/live-mentorship'),
  'live-trading': () => import(/* webpackChunkName: "route-live-trading" */ '../routes/live-trading'),
  'live-trading-program': () =>
    import(/* webpackChunkName: "route-live-trading-program" */ '../routes/live-trading-program'),
  pro: () => import(/* webpackChunkName: "route-pro" */ '../routes/pro'),
  login: () => import(/* webpackChunkName: "route-login" */ '../routes/login'),
  'lost-number': () => import(/* webpackChunkName: "route-lost-number" */ '../routes/lost-number'),
  'select-sessions': () =>
    import(/* webpackChunkName: "route-select-sessions" */ '../routes/select-sessions'),
  dashboard: () => import(/* webpackChunkName: "route-dashboard" */ '../routes/dashboard'),
  'my-learnings': () => import(/* webpackChunkName: "route-my-learnings" */ '../routes/my-learnings'),
  settings: () => import(/* webpackChunkName: "route-settings" */ '../routes/settings'),
  topic: () => import(/* webpackChunkName: "route-topic" */ '../routes/topic'),
  recording: () => import(/* webpackChunkName: "route-recording" */ '../routes/recording'),
  'course-completion': () =>
    import(/* webpackChunkName: "route-course-completion" */ '../routes/course-completion'),
  certificate: () => import(/* webpackChunkName: "route-certificate" */ '../routes/certificate'),
  orders: () => import(/* webpackChunkName: "route-orders" */ '../routes/orders'),
  support: () => import(/* webpackChunkName: "route-support" */ '../routes/support'),
  'wish-list': () => import(/* webpackChunkName: "route-wish-list" */ '../routes/wish-list'),
  confirmation: () => import(/* webpackChunkName: "route-confirmation" */ '../routes/confirmation'),
  'legal-page': () => import(/* webpackChunkName: "route-legal-page" */ '../routes/legal-page'),
  styleguide: () => import(/* webpackChunkName: "route-styleguide" */ '../routes/styleguide'),
  'not-found': () => import(/* webpackChunkName: "route-not-found" */ '../routes/not-found'),
};

export const notFoundRow: RouteRow = {
  name: 'not-found',
  path: '*',
  title: 'Page not found',
  module: 'not-found',
  translated: true,
};

function rows(): RouteRow[] {
  return table
    .map(
      (row): RouteRow => ({
        module: row.name in loaders ? row.name : 'legal-page',
        ...row,
        path: row.path ?? `/${row.name}`,
      }),
    )
    .filter(({ local }) => !local || pageSettings().styleguide);
}

/** The first row that matches, as on the server. */
export function routeFor(pathname: string): RouteRow {
  const decodedPath = decodePath(pathname);
  return rows().find((row) => matchPath(row.path, decodedPath)) ?? notFoundRow;
}

/** The server decodes paths, so '/terms%26conditions' matches '/terms&conditions' here too. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const loaded = new Map<string, Module>();

export async function load(module: string): Promise<Module> {
  const cached = loaded.get(module);
  if (cached) return cached;
  const loader = loaders[module];
  if (!loader) throw new Error(`The route table names an unknown module: ${module}`);
  const imported = await loader();
  loaded.set(module, imported);
  return imported;
}

/** On the server every module is loaded before the first page. */
export const loadAll = () => Promise.all(Object.keys(loaders).map(load));

/** The module if it has been loaded, so that it renders without suspending. */
export const loadedModule = (module: string): Module | undefined => loaded.get(module);

/** Prefetches a page's script; a failure shows when the page is opened. */
export function prefetch(pathname: string): void {
  load(routeFor(pathname).module).catch(() => undefined);
}
