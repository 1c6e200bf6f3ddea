import { createPath, type Location, NavigationType, type Navigator, type To } from 'react-router';

/** How long to wait for the browser to go back. A payment window's entries may lie above ours. */
const TIMEOUT_MS = 1000;

/** What an entry of the history stores; a step above a page has the page's key and state. */
interface Entry {
  key?: string;
  usr?: unknown;
  /** 1 for what opened first on the page. */
  step?: number;
}

interface Step {
  pageKey: string;
  close: () => void;
}

export interface Visit {
  location: Location;
  navigationType: NavigationType;
}

export interface SiteHistory extends Navigator {
  visit: () => Visit;
  listen: (listener: (visit: Visit) => void) => void;
  /** Returns a function that removes the step. */
  addStep: (step: Step) => () => void;
}

const entry = (): Entry => window.history.state ?? {};
const pageKey = () => entry().key;
const depth = () => entry().step ?? 0;
const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to));

function visitBy(navigationType: NavigationType): Visit {
  const { pathname, search, hash } = window.location;
  // Each entry gets a key, that of a page opened by its URL too: it must not be taken for an earlier visit.
  const { usr: state = null, key = Math.random().toString(36).slice(2, 10) } = entry();
  window.history.replaceState({ ...entry(), key }, '');
  const location = { pathname, search, hash, state, key };
  return { location, navigationType };
}

/**
 * The router's history: an entry for each page, and above it one for each overlay that is open on it. Pages never
 * hear of these steps: they have the same URL and key. Decision 0048 says why.
 */
export function startHistory(): SiteHistory {
  const steps: Step[] = [];
  const waiting: (() => void)[] = [];
  let visit = visitBy(NavigationType.Pop);
  let { href } = window.location;
  let notify: (visit: Visit) => void = () => undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let moving: ReturnType<typeof setTimeout> | undefined;

  const stepsHere = () => steps.filter((step) => step.pageKey === pageKey());

  /** Adds or removes entries until there is one for each open step. */
  const settle = () => {
    if (moving) return;
    const open = stepsHere().length;
    if (depth() > open) return goBack(depth() - open);
    // The page may have changed the hash of its entry.
    ({ href } = window.location);
    while (depth() < open) window.history.pushState({ ...entry(), step: depth() + 1 }, '');
  };
  /** Later: a dialog that replaces another gets its entry, and one that refuses to close keeps it. */
  const settleSoon = () => {
    clearTimeout(settling);
    settling = setTimeout(settle);
  };
  const goBack = (count: number) => {
    moving = setTimeout(() => {
      const { step: _step, ...page } = entry();
      window.history.replaceState(page, '');
      arrive();
    }, TIMEOUT_MS);
    window.history.go(-count);
  };
  const arrive = () => {
    clearTimeout(moving);
    moving = undefined;
    for (const navigate of waiting.splice(0)) navigate();
    settleSoon();
  };

  const change = (navigationType: NavigationType) => {
    visit = visitBy(navigationType);
    ({ href } = window.location);
    notify(visit);
  };
  const navigate = (navigationType: NavigationType, to: To, state: unknown) => {
    const isNew = navigationType === NavigationType.Push;
    // Only the page's own entry may be replaced, but a new page may take the place of the step.
    if (!moving && !isNew && depth() > 0) goBack(depth());
    if (moving) return waiting.push(() => navigate(navigationType, to, state));
    window.history[isNew && depth() === 0 ? 'pushState' : 'replaceState']({ usr: state }, '', createHref(to));
    change(navigationType);
    settleSoon();
  };

  window.addEventListener('popstate', () => {
    if (pageKey() !== visit.location.key || window.location.href !== href) change(NavigationType.Pop);
    else if (!moving) for (const { close } of stepsHere().slice(depth()).reverse()) close();
    arrive();
  });
  // After a reload nothing is open.
  settle();

  return {
    createHref,
    encodeLocation: (to) => new URL(createHref(to), window.location.origin),
    go: (delta) => window.history.go(delta),
    push: (to, state) => navigate(NavigationType.Push, to, state),
    replace: (to, state) => navigate(NavigationType.Replace, to, state),
    visit: () => visit,
    listen: (listener) => {
      notify = listener;
      // React may have been hydrating the page when the visitor went back.
      listener(visit);
    },
    addStep: (step) => {
      steps.push(step);
      settleSoon();
      return () => {
        steps.splice(steps.indexOf(step), 1);
        settleSoon();
      };
    },
  };
}
