import { useI18n } from '../lib/i18n';
import { useTheme } from '../stores/theme';
import { classNames } from './classNames';
import { MoonIcon } from './icons/MoonIcon';
import { SunIcon } from './icons/SunIcon';
import { SystemIcon } from './icons/SystemIcon';
import * as classes from './ThemeSwitch.module.css';

const LABELS = {
  system: /*i18n*/ 'Theme: system',
  light: /*i18n*/ 'Theme: light',
  dark: /*i18n*/ 'Theme: dark',
} as const;
const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const;
const ICONS = { system: SystemIcon, light: SunIcon, dark: MoonIcon } as const;

export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const { theme, choose } = useTheme();
  const label = useI18n()._(LABELS[theme]);
  const ThemeIcon = ICONS[theme];
  return (
    <button
      type="button"
      className={classNames(classes.root, className)}
      aria-label={label}
      title={label}
      onClick={() => choose(NEXT[theme])}
    >
      <ThemeIcon />
    </button>
  );
}
