import { useState } from 'react';
import { serverNow } from '../../../shared/lib/pageData';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import type { ProFacts, Purchase } from '../queries';

const KEY = 'proWelcomed';
/** How long after the purchase the notice is shown if nobody dismisses it. */
const SHOWN_FOR_MS = 14 * 86_400_000;

/**
 * Whether the notice about a purchase of Pro is shown: until it is dismissed in this browser.
 *
 * It is not on a page that the server rendered, which cannot know that: inserted afterwards it would move the
 * page. A purchase, like every link, leads to a page that the browser renders.
 */
export function useWelcome(bought: readonly Purchase[], pro: ProFacts | undefined) {
  const isHydrated = useIsHydrated();
  const [isRenderedHere] = useState(isHydrated);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const newest = bought.find(({ status }) => status === 'active' || status === 'upcoming');
  const isNew = newest !== undefined && serverNow() - Date.parse(newest.boughtAt) < SHOWN_FOR_MS;
  const isShown =
    isRenderedHere &&
    isNew &&
    pro?.status === 'active' &&
    dismissed !== newest._id &&
    storedDismissal() !== newest._id;
  const dismiss = () => {
    if (!newest) return;
    setDismissed(newest._id);
    try {
      localStorage.setItem(KEY, newest._id);
    } catch {
      // Then it is gone until the next visit.
    }
  };
  return { isShown, dismiss };
}

function storedDismissal(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
