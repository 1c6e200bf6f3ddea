import { useTheme } from '../stores/theme';
import { classNames } from './classNames';
import { MoonIcon } from './icons/MoonIcon';
import { SunIcon } from './icons/SunIcon';
import { SystemIcon } from './icons/SystemIcon';
import classes from './ThemeSwitch.module.css';

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const;
const ICONS = { system: SystemIcon, light: SunIcon, dark: MoonIcon } as const;

export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const { theme, choose } = useTheme();
  const ThemeIcon = ICONS[theme];
  return (
    <button
      type="button"
      className={classNames(classes.root, className)}
      aria-label={`Theme: ${theme}`}
      title={`Theme: ${theme}`}
      onClick={() => choose(NEXT[theme])}
    >
      <ThemeIcon />
    </button>
  );
}
