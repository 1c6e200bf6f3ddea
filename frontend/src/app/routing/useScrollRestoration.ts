import { useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router';

const STORAGE_KEY = 'scrollPositions';
const TIMEOUT_MS = 3000;

interface ScrollEntry {
  top: number;
  /** The link that was clicked or focused last, to restore the keyboard focus. */
  link: string | null;
}

const entries = new Map<string, ScrollEntry>();

let recordCurrent = () => {};

/**
 * Reads the positions stored before a reload. Called before the router listens to `popstate`: its listener
 * replaces the page as soon as it returns, and the scroll event comes with the next frame only, so going back
 * within that frame would lose the last position.
 */
export function startScrollRestoration(): void {
  for (const [key, entry] of storedEntries()) entries.set(key, entry);
  window.addEventListener('popstate', () => {
    recordCurrent();
  });
}

/**
 * Navigation to a new path scrolls smoothly to the top, or to the hash. Going back restores scroll position
 * and focused link. A change of only the query does not scroll.
 */
export function useScrollRestoration(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const previous = useRef<Location | null>(null);

  useLayoutEffect(() => {
    const from = previous.current;
    previous.current = location;
    const stopRecording = recordInto(entryKeyOf(location));
    const stopMoving = move(from, location, navigation);
    return () => {
      stopMoving();
      stopRecording();
    };
  }, [location, navigation]);
}

/** The first entry of every visit has the same key, so the key alone is not unique. */
const entryKeyOf = ({ key, pathname, search, hash }: Location) => `${key} ${pathname}${search}${hash}`;

function move(from: Location | null, to: Location, navigation: NavigationType): () => void {
  const stored = navigation === NavigationType.Pop ? entries.get(entryKeyOf(to)) : undefined;
  if (stored) return whenTallEnough(stored.top, () => restore(stored));
  // Our ids need no decoding, and an unknown hash is ignored.
  const find = () => document.getElementById(to.hash.slice(1));
  return waitFor(
    () => !to.hash || find() !== null,
    () => {
      const target = find();
      if (target) {
        target.scrollIntoView({ behavior: scrollBehavior(from) });
        // As the browser does for a hash: a focusable target gets the focus.
        target.focus({ preventScroll: true });
      } else if (from && from.pathname !== to.pathname) {
        window.scrollTo({ top: 0, behavior: scrollBehavior(from) });
        document.getElementById('main')?.focus({ preventScroll: true });
      }
    },
  );
}

function restore({ top, link }: ScrollEntry): void {
  window.scrollTo({ top, behavior: 'instant' });
  [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
    .find((anchor) => anchor.getAttribute('href') === link)
    ?.focus({ preventScroll: true });
}

function scrollBehavior(from: Location | null): ScrollBehavior {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return from === null || isCalm ? 'instant' : 'smooth';
}

function recordInto(entryKey: string): () => void {
  const record = () => {
    const focused = document.activeElement?.closest('main a[href]');
    const entry = { top: window.scrollY, link: focused?.getAttribute('href') ?? null };
    entries.set(entryKey, entry);
    return entry;
  };
  const store = () => {
    // Also for a new entry, as when the language is changed: it has no key yet.
    entries.set(`default ${window.location.pathname}${window.location.search}`, record());
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...entries].slice(-50)));
  };
  const listening = new AbortController();
  const options = { passive: true, signal: listening.signal };
  window.addEventListener('scroll', record, options);
  document.addEventListener('focusin', record, options);
  recordCurrent = record;
  window.addEventListener('pagehide', store, options);
  return () => listening.abort();
}

/** Waits until enough rows are loaded, with a timeout; scrolling by the person stops it. */
function whenTallEnough(top: number, act: () => void): () => void {
  return waitFor(() => document.documentElement.scrollHeight - window.innerHeight >= top - 1, act);
}

function waitFor(isReady: () => boolean, act: () => void): () => void {
  if (isReady()) {
    act();
    return () => undefined;
  }
  const waiting = new AbortController();
  const observer = new MutationObserver(() => {
    if (!isReady()) return;
    stop();
    act();
  });
  const timer = setTimeout(() => {
    stop();
    act();
  }, TIMEOUT_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    waiting.abort();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const type of ['wheel', 'touchmove', 'keydown'])
    window.addEventListener(type, stop, { passive: true, signal: waiting.signal });
  return stop;
}

function storedEntries(): [string, ScrollEntry][] {
  try {
    history.scrollRestoration = 'manual';
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, ScrollEntry][];
  } catch {
    return [];
  }
}
