import { create } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

interface ThemeState {
  theme: Theme;
  choose: (theme: Theme) => void;
}

/** Which theme the person chose; every switch on the page shows the same. */
export const useTheme = create<ThemeState>((set) => ({
  theme: written(),
  choose: (theme) => {
    apply(theme);
    keep(theme);
    set({ theme });
  },
}));

/** What the page's first script put on the document before the paint. */
function written(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

function keep(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A browser that keeps nothing still shows the theme until the page is left.
  }
}
