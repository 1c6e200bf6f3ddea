import '../../shared/ui/styleNonce';
import { Dialog } from 'radix-ui';
import { type RefObject, useRef } from 'react';
import type { User } from '../../features/account/queries';
import { useI18n } from '../../shared/lib/i18n';
import { initials } from '../../shared/lib/initials';
import { useHistoryStep } from '../../shared/lib/useHistoryStep';
import { AppLink, type AppLinkProps } from '../../shared/ui/AppLink';
import { Button, buttonClass } from '../../shared/ui/Button';
import { CloseIcon } from '../../shared/ui/icons/CloseIcon';
import { PageLink } from '../../shared/ui/PageLink';
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch';
import { LanguageSwitch } from './LanguageSwitch';
import * as classes from './MobileMenu.module.css';

interface Props {
  user: User | null;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onLogout: () => void;
}

export default function MobileMenu({ user, button, onClose, onLogout }: Props) {
  const i18n = useI18n();
  const drawer = useRef<HTMLDivElement>(null);
  useHistoryStep(true, onClose);
  const restoreFocus = (event: Event) => {
    event.preventDefault();
    // After navigation the new page takes the focus.
    const holder = document.activeElement;
    if (holder === document.body || drawer.current?.contains(holder)) button.current?.focus();
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={classes.scrim} />
        <Dialog.Content
          ref={drawer}
          className={`column ${classes.root}`}
          aria-describedby={undefined}
          onCloseAutoFocus={restoreFocus}
        >
          <div className={`row items-center flex-none ${classes.head}`}>
            <Dialog.Title className={classes.title}>{i18n._('Menu')}</Dialog.Title>
            <ThemeSwitch />
            <Dialog.Close className={`tile ${classes.close}`} aria-label={i18n._('Close')}>
              <CloseIcon />
            </Dialog.Close>
          </div>
          <nav className={`flex-1 p-2 ${classes.nav}`} aria-label={i18n._('Menu')}>
            {user && <Person user={user} />}
            <Pages />
            {user && <MemberPages user={user} />}
          </nav>
          <div className={`stack gap-2 flex-none ${classes.foot}`}>
            <LanguageSwitch />
            {user ? (
              <Button
                variant="secondary"
                wide
                onClick={() => {
                  onClose();
                  onLogout();
                }}
              >
                {i18n._('Logout')}
              </Button>
            ) : (
              <VisitorActions />
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Person({ user }: { user: User }) {
  const i18n = useI18n();
  return (
    <p className={`row items-center gap-3 ${classes.person}`}>
      <span
        className={`stack place-center flex-none green text-s weight-650 ${classes.initials}`}
        aria-hidden="true"
      >
        {initials(user.name)}
      </span>
      <span className="min-w-0 text-s weight-550 ellipsis">{user.name || i18n._('Account')}</span>
    </p>
  );
}

function Pages() {
  const i18n = useI18n();
  return (
    <ul className={classes.list}>
      <Item to="/">{i18n._('Home')}</Item>
      <Item to="/courses">{i18n._('Courses')}</Item>
      <Item to="/live-webinars">{i18n._('Live-Webinars')}</Item>
      <Item to="/live-mentorships">{i18n._('Live-Mentorship')}</Item>
      <Item to="/live-trading">{i18n._('Live-Trading')}</Item>
      <Item to="/academy">{i18n._('Academy')}</Item>
    </ul>
  );
}

function MemberPages({ user }: { user: User }) {
  const i18n = useI18n();
  return (
    <ul className={classes.list}>
      <Item to="/my-learnings">{i18n._('My Learnings')}</Item>
      {user.pro.status === 'none' ? (
        <Item to="/pro">{i18n._('Upgrade to pro')}</Item>
      ) : (
        <Item to="/my-learnings?kind=pro">{i18n._('Your Pro')}</Item>
      )}
      <Item to="/dashboard">{i18n._('Dashboard')}</Item>
      <Item to="/orders">{i18n._('Orders')}</Item>
      <Item to="/support">{i18n._('Support')}</Item>
      <Item to="/settings">{i18n._('Settings')}</Item>
    </ul>
  );
}

function VisitorActions() {
  const i18n = useI18n();
  return (
    <>
      <AppLink to="/login" className={buttonClass({ variant: 'secondary', wide: true })}>
        {i18n._('Login')}
      </AppLink>
      <AppLink to="/#freeTrial" className={buttonClass({ wide: true })}>
        {i18n._('Start Free Trial')}
      </AppLink>
    </>
  );
}

function Item(link: AppLinkProps) {
  return (
    <li>
      <PageLink {...link} className={`row items-center px-3 no-underline ${classes.link}`} />
    </li>
  );
}
