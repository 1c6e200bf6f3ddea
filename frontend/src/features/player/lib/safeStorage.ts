/** A key-value store. */
export interface KeyValueStore {
  get: (name: string) => string | null;
  set: (name: string, text: string | null) => void;
}

const memory = new Map<string, string>();

/** localStorage, with a fallback in memory where it is disabled or full. */
export const safeStorage: KeyValueStore = {
  get(name) {
    try {
      return memory.get(name) ?? localStorage.getItem(name);
    } catch {
      return memory.get(name) ?? null;
    }
  },
  set(name, text) {
    memory.delete(name);
    try {
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
    } catch {
      if (text !== null) memory.set(name, text);
    }
  },
};
