type Key = 'selectedCourse' | 'selectedWebinar' | 'selectedMentorship' | 'selectedLiveTrading';

/** Keep the id of what was pressed, for the page that it leads to. */
export function remember(key: Key, id: string): void {
  try {
    localStorage.setItem(key, id);
  } catch {
    // Storage may be full or shut off; the page that follows works without.
  }
}

/** The id that was kept last under this key. */
export function recall(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
