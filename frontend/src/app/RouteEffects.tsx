import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { track } from '../shared/lib/analytics';
import { notePage } from './loginTarget';
import { useScrolling } from './useScrolling';

/** What happens on every change of path, whatever page it leads to. */
export function RouteEffects() {
  const { pathname, search } = useLocation();
  useEffect(() => track('page_view', { path: pathname }), [pathname]);
  useEffect(() => notePage(pathname + search), [pathname, search]);
  useScrolling();
  return null;
}
