const KEY = 'loginTarget';
const DOORS = /^\/(login|signup)\b/;

let lastPage: string | null = null;

/** Where the person wanted to go, for the login that follows in this tab. */
export function rememberLoginTarget(target: string): void {
  try {
    sessionStorage.setItem(KEY, target);
  } catch {
    // Storage may be shut off; then the person lands on the home page, which is no loss of data.
  }
}

/** Where the person wanted to go before they had to log in; asked once, since it is forgotten then. */
export function takeLoginTarget(): string | null {
  try {
    const target = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return ownPath(target);
  } catch {
    return null;
  }
}

export function notePage(path: string): void {
  if (!DOORS.test(path)) lastPage = path;
}

/** The page of ours from which the person came to a login page, if they came from one. */
export function pageBefore(): string | null {
  return lastPage ?? ownPath(document.referrer);
}

/** A path of this site that is no login page; whatever else stands there could lead anywhere. */
function ownPath(address: string | null): string | null {
  if (!address) return null;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  return origin === location.origin && !DOORS.test(pathname) ? pathname + search + hash : null;
}
