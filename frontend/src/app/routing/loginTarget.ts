const KEY = 'loginTarget';
const LOGIN_PAGES = /^\/(login|signup)\b/;

let lastPage: string | null = null;

/** Stores the URL to open after the next login in this tab. */
export function storeLoginTarget(target: string): void {
  try {
    sessionStorage.setItem(KEY, target);
  } catch {
    // Storage may be disabled; then the login leads to the home page.
  }
}

/** Returns the stored URL and removes it. */
export function takeLoginTarget(): string | null {
  try {
    const target = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return ownPath(target);
  } catch {
    return null;
  }
}

export function recordPage(path: string): void {
  if (!LOGIN_PAGES.test(path)) lastPage = path;
}

/** The last page of this site that was not a login page. */
export function pageBefore(): string | null {
  return lastPage ?? ownPath(document.referrer);
}

/** The path if the URL is on this site and not a login page; anything else could redirect anywhere. */
function ownPath(address: string | null): string | null {
  if (!address) return null;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  return origin === location.origin && !LOGIN_PAGES.test(pathname) ? pathname + search + hash : null;
}
