import '../../shared/ui/styleNonce';
import { Dialog } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useLocation } from 'react-router';
import { hasActivePro } from '../../features/account/lib/proAccess';
import type { User } from '../../features/account/queries';
import { initials } from '../../shared/lib/initials';
import { AppLink } from '../../shared/ui/AppLink';
import { Button, buttonClass } from '../../shared/ui/Button';
import { CloseIcon } from '../../shared/ui/icons/CloseIcon';
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch';
import classes from './MobileMenu.module.css';

interface Props {
  user: User | null;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onLogout: () => void;
}

export default function MobileMenu({ user, button, onClose, onLogout }: Props) {
  const drawer = useRef<HTMLDivElement>(null);
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
          className={classes.root}
          aria-describedby={undefined}
          onCloseAutoFocus={restoreFocus}
        >
          <div className={classes.head}>
            <Dialog.Title className={classes.title}>Menu</Dialog.Title>
            <ThemeSwitch />
            <Dialog.Close className={classes.close} aria-label="Close">
              <CloseIcon />
            </Dialog.Close>
          </div>
          <nav className={classes.nav} aria-label="Menu">
            {user && <Person user={user} />}
            <Pages />
            {user && <MemberPages user={user} />}
          </nav>
          <div className={classes.foot}>
            {user ? (
              <Button
                variant="secondary"
                wide
                onClick={() => {
                  onClose();
                  onLogout();
                }}
              >
                Logout
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
  return (
    <p className={classes.person}>
      <span className={classes.initials} aria-hidden="true">
        {initials(user.name)}
      </span>
      <span className={classes.name}>{user.name || 'Account'}</span>
    </p>
  );
}

function Pages() {
  return (
    <ul className={classes.list}>
      <Item to="/">Home</Item>
      <Item to="/courses">Courses</Item>
      <Item to="/live-webinars">Live-Webinars</Item>
      <Item to="/live-mentorships">Live-Mentorship</Item>
      <Item to="/live-trading">Live-Trading</Item>
      <Item to="/academy">Academy</Item>
    </ul>
  );
}

function MemberPages({ user }: { user: User }) {
  return (
    <ul className={classes.list}>
      <Item to="/my-learnings">My Learnings</Item>
      {!hasActivePro(user) && <Item to="/pro">Upgrade to pro</Item>}
      <Item to="/dashboard">Dashboard</Item>
    </ul>
  );
}

function VisitorActions() {
  return (
    <>
      <AppLink to="/login" className={buttonClass({ variant: 'secondary', wide: true })}>
        Login
      </AppLink>
      <AppLink to="/#freeTrial" className={buttonClass({ wide: true })}>
        Start Free Trial
      </AppLink>
    </>
  );
}

function Item({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <li>
      <AppLink to={to} className={classes.link} aria-current={pathname === to ? 'page' : undefined}>
        {children}
      </AppLink>
    </li>
  );
}
