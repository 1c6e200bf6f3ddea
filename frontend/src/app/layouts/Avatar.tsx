import { Suspense, useRef, useState } from 'react';
import type { User } from '../../features/account/queries';
import { initials } from '../../shared/lib/initials';
import classes from './Header.module.css';
import { PartBoundary } from './PartBoundary';
import { usePart } from './part';

const load = () => import(/* webpackChunkName: "menu-avatar" */ './AvatarMenu');

interface Props {
  user: User;
  onLogout: () => void;
}

export function Avatar({ user, onLogout }: Props) {
  const { Part, preload, retry } = usePart(load);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const turnTo = () => {
    preload();
    setWanted(true);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.avatar}
        title={user.name || 'Account'}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onFocus={turnTo}
        onPointerEnter={turnTo}
        onPointerDown={() => {
          turnTo();
          // The open menu closes at this press; the click that follows must not open it again.
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
        <PartBoundary className={classes.failed} isQuiet={!isOpen} onRetry={retry}>
          <Suspense>
            <Part user={user} button={button} isOpen={isOpen} setOpen={setOpen} onLogout={onLogout} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
