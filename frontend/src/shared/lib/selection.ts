type Key = 'selectedCourse' | 'selectedWebinar' | 'selectedMentorship' | 'selectedLiveTrading';

/** Keep the id of what was pressed, for the page that it leads to. */
export function remember(key: Key, id: string): void {
  try {
    localStorage.setItem(key, id);
  } catch {
    // Storage may be full or shut off; the page that follows works without.
  }
}
