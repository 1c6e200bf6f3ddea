import { Suspense, useRef, useState } from 'react';
import type { User } from '../../features/account/queries';
import { useI18n } from '../../shared/lib/i18n';
import { initials } from '../../shared/lib/initials';
import { LazyErrorBoundary } from '../../shared/ui/LazyErrorBoundary';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';
import * as classes from './Header.module.css';

const load = () => import(/* webpackChunkName: "menu-avatar" */ './AvatarMenu');

interface Props {
  user: User;
  onLogout: () => void;
}

export function Avatar({ user, onLogout }: Props) {
  const i18n = useI18n();
  const { LazyComponent, preload, retry } = useLazyComponent(load);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const preloadMenu = () => {
    preload();
    setWanted(true);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.avatar}
        title={user.name || i18n._('Account')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onFocus={preloadMenu}
        onPointerEnter={preloadMenu}
        onPointerDown={() => {
          preloadMenu();
          // Pointer-down closes the open menu; the click that follows must not open it again.
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          setWanted(true);
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        <span aria-hidden="true">{initials(user.name)}</span>
      </button>
      {isWanted && (
        <LazyErrorBoundary className={classes.failed} isQuiet={!isOpen} onRetry={retry}>
          <Suspense>
            <LazyComponent
              user={user}
              button={button}
              isOpen={isOpen}
              setOpen={setOpen}
              onLogout={onLogout}
            />
          </Suspense>
        </LazyErrorBoundary>
      )}
    </>
  );
}
