import { create } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

interface ThemeState {
  theme: Theme;
  choose: (theme: Theme) => void;
}

/** The chosen theme, shared by all switches. */
export const useTheme = create<ThemeState>((set) => ({
  // On the server and during hydration. The inline script has set the colours before the first paint.
  theme: 'system',
  choose: (theme) => {
    apply(theme);
    save(theme);
    set({ theme });
  },
}));

/** Reads the theme that the inline script set. */
export function loadTheme(): void {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') useTheme.setState({ theme });
}

function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

function save(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the theme lasts until the page is unloaded.
  }
}
