/** Where the next login leads; `takenLoginTarget.ts` reads it, which visitors load when they log in. */

export const TARGET_KEY = 'loginTarget';
export const LOGIN_PAGES = /^\/(login|signup)\b/;

let lastPage: string | null = null;

/** Stores the URL to open after the next login in this tab. */
export function storeLoginTarget(target: string): void {
  try {
    sessionStorage.setItem(TARGET_KEY, target);
  } catch {
    // Storage may be disabled; then the login leads to the home page.
  }
}

export function recordPage(path: string): void {
  if (!LOGIN_PAGES.test(path)) lastPage = path;
}

export const recordedPage = () => lastPage;
