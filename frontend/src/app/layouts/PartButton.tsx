import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '../../shared/ui/classNames';
import classes from './Header.module.css';
import { PartBoundary } from './PartBoundary';
import { type Load, usePart } from './part';

/** What every such piece is told: which button opened it, and how it goes. */
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

/** A button of the header, and the piece that it opens on the page where it was pressed and nowhere else. */
export function PartButton<Rest extends object>({ load, label, icon, className, rest }: Props<Rest>) {
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
        className={classNames(classes.icon, className)}
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
        <PartBoundary className={classes.failed} onRetry={retry}>
          <Suspense>
            <Part {...rest} button={button} onClose={() => setOpenedAt(null)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
