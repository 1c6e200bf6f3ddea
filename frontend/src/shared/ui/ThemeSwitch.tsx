import { useState } from 'react';
import { classNames } from './classNames';
import { MoonIcon } from './icons/MoonIcon';
import { SunIcon } from './icons/SunIcon';
import { SystemIcon } from './icons/SystemIcon';
import classes from './ThemeSwitch.module.css';

type Theme = 'system' | 'light' | 'dark';

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const;
const ICONS = { system: SystemIcon, light: SunIcon, dark: MoonIcon } as const;

function themeInUse(): Theme {
  const set = document.documentElement.dataset.theme;
  return set === 'light' || set === 'dark' ? set : 'system';
}

function use(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // A browser that keeps nothing still shows the theme until the page is left.
  }
}

export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const [theme, setTheme] = useState(themeInUse);
  const ThemeIcon = ICONS[theme];
  return (
    <button
      type="button"
      className={classNames(classes.root, className)}
      aria-label={`Theme: ${theme}`}
      title={`Theme: ${theme}`}
      onClick={() => {
        use(NEXT[theme]);
        setTheme(NEXT[theme]);
      }}
    >
      <ThemeIcon />
    </button>
  );
}
