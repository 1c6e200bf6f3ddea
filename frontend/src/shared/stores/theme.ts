import { create } from 'zustand';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

interface ThemeState {
  theme: Theme;
  choose: (theme: Theme) => void;
}

/** The chosen theme, shared by all switches. */
export const useTheme = create<ThemeState>((set) => ({
  theme: currentTheme(),
  choose: (theme) => {
    apply(theme);
    save(theme);
    set({ theme });
  },
}));

/** The theme that the inline script set before the first paint. */
function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
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
