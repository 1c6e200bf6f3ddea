/** Where text is kept by name. */
export interface Shelf {
  get: (name: string) => string | null;
  set: (name: string, text: string | null) => void;
}

const memory = new Map<string, string>();

/** The browser's own storage; what it will not take is kept until the page is left. */
export const browserShelf: Shelf = {
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
