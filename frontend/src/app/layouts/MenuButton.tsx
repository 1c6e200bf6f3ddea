import { Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '../../features/account/queries';
import { MenuIcon } from '../../shared/ui/icons/MenuIcon';
import classes from './Header.module.css';
import { PartBoundary } from './PartBoundary';
import { usePart } from './part';

const load = () => import(/* webpackChunkName: "menu-mobile" */ './MobileMenu');

interface Props {
  user: User | null;
  onLogout: () => void;
}

/** The narrow header's way to every page. */
export function MenuButton({ user, onLogout }: Props) {
  const { Part, preload, retry } = usePart(load);
  const { key } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === key;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.menu}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onFocus={preload}
        onPointerEnter={preload}
        onPointerDown={preload}
        onClick={() => setOpenedAt(isOpen ? null : key)}
      >
        <MenuIcon size={24} />
      </button>
      {isOpen && (
        <PartBoundary className={classes.failed} onRetry={retry}>
          <Suspense>
            <Part user={user} button={button} onClose={() => setOpenedAt(null)} onLogout={onLogout} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
