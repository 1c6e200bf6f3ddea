import { type ReactNode, startTransition, useCallback, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router';
import { HistorySteps } from '../../shared/lib/useHistoryStep';
import type { SiteHistory } from './siteHistory';

/** The browser's router. Unlike the library's it lets what is open on a page have steps of the history. */
export function SiteRouter({ history, children }: { history: SiteHistory; children: ReactNode }) {
  const [{ location, navigationType }, setVisit] = useState(history.visit);
  useLayoutEffect(() => history.listen((visit) => startTransition(() => setVisit(visit))), [history]);
  const { key } = location;
  // With the page, what stays open gets a step there.
  const addStep = useCallback(
    (close: () => void) => history.addStep({ pageKey: key, close }),
    [history, key],
  );
  return (
    <HistorySteps value={addStep}>
      <Router location={location} navigationType={navigationType} navigator={history}>
        {children}
      </Router>
    </HistorySteps>
  );
}
