import { useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router';

const STORE = 'scrollPositions';
const PATIENCE_MS = 3000;

interface Spot {
  top: number;
  /** The link that was pressed or focused last, so that the keyboard goes on from there. */
  link: string | null;
}

const spots = new Map<string, Spot>(storedSpots());

/**
 * A new path scrolls smoothly to the top, unless a hash names where to go. Going back returns to the
 * place and the link that were left. A change of query alone moves nothing.
 */
export function useScrolling(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const previous = useRef<Location | null>(null);

  useLayoutEffect(() => {
    const from = previous.current;
    previous.current = location;
    const stopRecording = recordInto(placeOf(location));
    const stopMoving = move(from, location, navigation);
    return () => {
      stopMoving();
      stopRecording();
    };
  }, [location, navigation]);
}

/** The first page of every visit to the site has the same key, so the key alone names no place. */
const placeOf = ({ key, pathname, search, hash }: Location) => `${key} ${pathname}${search}${hash}`;

function move(from: Location | null, to: Location, navigation: NavigationType): () => void {
  const remembered = navigation === NavigationType.Pop ? spots.get(placeOf(to)) : undefined;
  if (remembered) return whenTallEnough(remembered.top, () => restore(remembered));
  // Our ids are plain: there is nothing to decode in a hash, and one that was mistyped leads nowhere.
  const find = () => document.getElementById(to.hash.slice(1));
  return waitFor(
    () => !to.hash || find() !== null,
    () => {
      const target = find();
      if (target) {
        target.scrollIntoView({ behavior: pace(from) });
        // As the browser does where it follows a hash itself: what can have the focus gets it.
        target.focus({ preventScroll: true });
      } else if (from && from.pathname !== to.pathname) {
        window.scrollTo({ top: 0, behavior: pace(from) });
        document.getElementById('main')?.focus({ preventScroll: true });
      }
    },
  );
}

function restore({ top, link }: Spot): void {
  window.scrollTo({ top, behavior: 'instant' });
  if (!link) return;
  const [target] = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter(
    (anchor) => anchor.getAttribute('href') === link,
  );
  target?.focus({ preventScroll: true });
}

function pace(from: Location | null): ScrollBehavior {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return from === null || isCalm ? 'instant' : 'smooth';
}

function recordInto(place: string): () => void {
  const record = () => {
    const focused = document.activeElement?.closest('main a[href]');
    spots.set(place, { top: window.scrollY, link: focused?.getAttribute('href') ?? null });
  };
  const store = () => sessionStorage.setItem(STORE, JSON.stringify([...spots].slice(-50)));
  const listening = new AbortController();
  const options = { passive: true, signal: listening.signal };
  window.addEventListener('scroll', record, options);
  document.addEventListener('focusin', record, options);
  window.addEventListener('pagehide', store, options);
  return () => listening.abort();
}

/** Waits for rows that are still to come, but not for long and not against the person's will. */
function whenTallEnough(top: number, act: () => void): () => void {
  return waitFor(() => document.documentElement.scrollHeight - window.innerHeight >= top - 1, act);
}

function waitFor(isReady: () => boolean, act: () => void): () => void {
  if (isReady()) {
    act();
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    if (!isReady()) return;
    stop();
    act();
  });
  const timer = setTimeout(() => {
    stop();
    act();
  }, PATIENCE_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of ['wheel', 'touchmove', 'keydown']) window.removeEventListener(type, stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const type of ['wheel', 'touchmove', 'keydown'])
    window.addEventListener(type, stop, { passive: true });
  return stop;
}

function storedSpots(): [string, Spot][] {
  try {
    history.scrollRestoration = 'manual';
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as [string, Spot][];
  } catch {
    return [];
  }
}
