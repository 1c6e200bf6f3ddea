import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '../../shared/ui/classNames';
import { LazyErrorBoundary } from '../../shared/ui/LazyErrorBoundary';
import { type Load, useLazyComponent } from '../../shared/ui/useLazyComponent';
import * as classes from './Header.module.css';

/** The props that each lazily loaded dialog gets. */
export interface Opened {
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

interface Props<Rest extends object> {
  load: Load<Rest & Opened>;
  label: string;
  icon: ReactNode;
  className?: string | undefined;
  rest: Rest;
}

/** A header button with a lazily loaded dialog, which closes on navigation. */
export function HeaderDialogButton<Rest extends object>({ load, label, icon, className, rest }: Props<Rest>) {
  const { LazyComponent, preload, retry } = useLazyComponent(load);
  const { key } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === key;
  // Forgotten, so that Back to this page does not open it again.
  if (openedAt && !isOpen) setOpenedAt(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classNames('tile icon-button', className)}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onFocus={preload}
        onPointerEnter={preload}
        onClick={() => setOpenedAt(isOpen ? null : key)}
      >
        {icon}
      </button>
      {isOpen && (
        <LazyErrorBoundary className={classes.failed} onRetry={retry}>
          <Suspense>
            <LazyComponent {...rest} button={button} onClose={() => setOpenedAt(null)} />
          </Suspense>
        </LazyErrorBoundary>
      )}
    </>
  );
}
