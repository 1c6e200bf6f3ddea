const KEY = 'loginTarget';

/** Where the person wanted to go, for the login that follows in this tab. */
export function rememberLoginTarget(target: string): void {
  try {
    sessionStorage.setItem(KEY, target);
  } catch {
    // Storage may be shut off; then the person lands on the home page, which is no loss of data.
  }
}
