type Key = 'selectedCourse' | 'selectedWebinar' | 'selectedMentorship' | 'selectedLiveTrading';

/** Stores the id of the clicked item for the next page. */
export function storeSelectedId(key: Key, id: string): void {
  try {
    localStorage.setItem(key, id);
  } catch {
    // Storage may be full or disabled; the next page works without it.
  }
}

/** The id that was stored last under this key. */
export function loadSelectedId(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
