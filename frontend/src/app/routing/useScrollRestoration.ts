import { useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router';
import { scrollBehavior, scrollToTop } from '../../shared/lib/scrolling';

const STORAGE_KEY = 'scrollPositions';
const TIMEOUT_MS = 3000;

interface ScrollEntry {
  top: number;
  /** The link that was clicked or focused last, to restore the keyboard focus. */
  link: string | null;
}

let entries = new Map<string, ScrollEntry>();

/** The key of the page that is shown. */
let currentKey = '';

function record(): ScrollEntry {
  const focused = document.activeElement?.closest('main a[href]');
  const entry = { top: window.scrollY, link: focused?.getAttribute('href') ?? null };
  entries.set(currentKey, entry);
  return entry;
}

function store(): void {
  entries.set(window.location.href, record());
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...entries].slice(-50)));
}

/**
 * Reads the positions stored before a reload. Called before the router listens to `popstate`: its listener
 * replaces the page as soon as it returns, and the scroll event comes with the next frame only, so going back
 * within that frame would lose the last position.
 */
export function startScrollRestoration(): void {
  entries = new Map(storedEntries());
  for (const type of ['scroll', 'focusin', 'popstate'])
    window.addEventListener(type, record, { passive: true });
  window.addEventListener('pagehide', store);
}

/**
 * Navigation to a new path scrolls smoothly to the top, or to the hash. Going back, a reload and the other language
 * restore scroll position and focused link; a page opened by its URL starts at the top. A change of only the query
 * does not scroll.
 */
export function useScrollRestoration(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const previous = useRef<Location | null>(null);

  useLayoutEffect(() => {
    const from = previous.current;
    previous.current = location;
    currentKey = location.key;
    return move(from, location, navigation);
  }, [location, navigation]);
}

function move(from: Location | null, to: Location, navigation: NavigationType): () => void {
  // The form that changes the language leads to its own page, in a new entry.
  const isOtherLanguage = document.referrer === window.location.href;
  const stored =
    navigation === NavigationType.Pop &&
    (entries.get(to.key) ?? (isOtherLanguage && entries.get(document.referrer)));
  if (stored)
    return waitFor(
      () => document.documentElement.scrollHeight - window.innerHeight >= stored.top - 1,
      () => restore(stored),
    );
  // Our ids need no decoding, and an unknown hash is ignored.
  const find = () => document.getElementById(to.hash.slice(1));
  return waitFor(
    () => !to.hash || find() !== null,
    () => {
      const target = find();
      if (target) {
        target.scrollIntoView({ behavior: from ? scrollBehavior() : 'instant' });
        // As the browser does for a hash: a focusable target gets the focus.
        target.focus({ preventScroll: true });
      } else if (from && from.pathname !== to.pathname) scrollToTop();
    },
  );
}

function restore({ top, link }: ScrollEntry): void {
  window.scrollTo({ top, behavior: 'instant' });
  [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
    .find((anchor) => anchor.getAttribute('href') === link)
    ?.focus({ preventScroll: true });
}

/** Waits until enough rows are loaded, with a timeout; scrolling by the person stops it. */
function waitFor(isReady: () => boolean, act: () => void): () => void {
  if (isReady()) {
    act();
    return () => undefined;
  }
  const finish = () => {
    stop();
    act();
  };
  const observer = new MutationObserver(() => isReady() && finish());
  const timer = setTimeout(finish, TIMEOUT_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const type of ['wheel', 'touchmove', 'keydown'])
    window.addEventListener(type, stop, { passive: true, once: true });
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
