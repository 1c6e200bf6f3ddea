import { useState } from 'react';
import { useLocation } from 'react-router';
import { useI18n } from '../../shared/lib/i18n';
import { AppLink } from '../../shared/ui/AppLink';
import classes from './Header.module.css';
import { MegaMenu } from './MegaMenu';

const MENUS = {
  courses: {
    label: /*i18n*/ 'Courses',
    id: 'menu-courses',
    load: () => import(/* webpackChunkName: "menu-courses" */ './CoursesMenu'),
    pages: /^\/courses?(\/|$)/,
  },
  live: {
    label: /*i18n*/ 'Live',
    id: 'menu-live',
    load: () => import(/* webpackChunkName: "menu-live" */ './LiveMenu'),
    pages: /^\/(live-|webinars|select-sessions)/,
  },
};

type Name = keyof typeof MENUS;

/** The links and mega-menus of the wide header; at most one menu is open. */
export function MainNav() {
  const i18n = useI18n();
  const { key, pathname: path } = useLocation();
  const pathname = path.replace(/(?<=.)\/+$/, '');
  const [opened, setOpened] = useState<{ name: Name; at: string } | null>(null);
  // Navigating away closes the menu, and Back does not open it again.
  if (opened && opened.at !== key) setOpened(null);
  const open = opened?.name ?? null;

  const menu = (name: Name) => ({
    label: i18n._(MENUS[name].label),
    id: MENUS[name].id,
    load: MENUS[name].load,
    isCurrent: MENUS[name].pages.test(pathname),
    isOpen: open === name,
    isOtherOpen: open !== null && open !== name,
    setOpen: (isOpen: boolean) =>
      setOpened((before) => {
        if (isOpen) return { name, at: key };
        return before?.name === name ? null : before;
      }),
  });

  return (
    <nav className={classes.nav} aria-label={i18n._('Main')}>
      <ul className={classes.pages}>
        <PageLink to="/" label={i18n._('Home')} pathname={pathname} />
        <MegaMenu {...menu('courses')} />
        <MegaMenu {...menu('live')} />
        <PageLink to="/academy" label={i18n._('Academy')} pathname={pathname} />
      </ul>
    </nav>
  );
}

function PageLink({ to, label, pathname }: { to: string; label: string; pathname: string }) {
  return (
    <li className={classes.page}>
      <AppLink to={to} className={classes.pageLink} aria-current={pathname === to ? 'page' : undefined}>
        {label}
      </AppLink>
    </li>
  );
}
