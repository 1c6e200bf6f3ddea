import { LOGIN_PAGES, recordedPage, TARGET_KEY } from './loginTarget';

/** Returns the stored URL and removes it. */
export function takeLoginTarget(): string | null {
  try {
    const target = sessionStorage.getItem(TARGET_KEY);
    sessionStorage.removeItem(TARGET_KEY);
    return ownPath(target);
  } catch {
    return null;
  }
}

/** The last page of this site that was not a login page. */
export function pageBefore(): string | null {
  return recordedPage() ?? ownPath(document.referrer);
}

/** The path if the URL is on this site and not a login page; anything else could redirect anywhere. */
function ownPath(address: string | null): string | null {
  if (!address) return null;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  if (origin !== location.origin || LOGIN_PAGES.test(pathname)) return null;
  // Two slashes would begin another host.
  return pathname.replace(/^\/+/, '/') + search + hash;
}
