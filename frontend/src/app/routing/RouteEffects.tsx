import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { track } from '../../shared/lib/analytics';
import { recordPage } from './loginTarget';
import { useScrollRestoration } from './useScrollRestoration';

/** Effects of every navigation. */
export function RouteEffects() {
  const { pathname, search } = useLocation();
  useEffect(() => track('page_view', { path: pathname }), [pathname]);
  useEffect(() => recordPage(pathname + search), [pathname, search]);
  useScrollRestoration();
  return null;
}
