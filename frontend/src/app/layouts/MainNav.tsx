import { useState } from 'react';
import { useLocation } from 'react-router';
import { useI18n } from '../../shared/lib/i18n';
import type { AppLinkProps } from '../../shared/ui/AppLink';
import { PageLink } from '../../shared/ui/PageLink';
import * as classes from './Header.module.css';
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
  const { key, pathname } = useLocation();
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
        <Item to="/">{i18n._('Home')}</Item>
        <MegaMenu {...menu('courses')} />
        <MegaMenu {...menu('live')} />
        <Item to="/academy">{i18n._('Academy')}</Item>
      </ul>
    </nav>
  );
}

function Item(link: AppLinkProps) {
  return (
    <li className="row">
      <PageLink {...link} className={classes.pageLink} />
    </li>
  );
}
