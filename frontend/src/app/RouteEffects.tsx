import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { track } from '../shared/lib/analytics';
import { useScrolling } from './useScrolling';

/** What happens on every change of path, whatever page it leads to. */
export function RouteEffects() {
  const { pathname } = useLocation();
  useEffect(() => track('page_view', { path: pathname }), [pathname]);
  useScrolling();
  return null;
}
