/** What a person chose to start the trial with; empty: any. */
export interface Start {
  level: string;
  language: string;
}

const KEY = 'trialStart';
export const NO_START: Start = { level: '', language: '' };

export function storedStart(): Start {
  try {
    const { level, language } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Start>;
    return { level: String(level ?? ''), language: String(language ?? '') };
  } catch {
    // Storage may be disabled, or hold something else.
    return NO_START;
  }
}

export function storeStart(start: Start): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(start));
  } catch {
    // Then it is asked again on the next visit.
  }
}
