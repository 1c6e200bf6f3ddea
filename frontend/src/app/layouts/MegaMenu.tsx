import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { ChevronDownIcon } from '../../shared/ui/icons/ChevronDownIcon';
import { Spinner } from '../../shared/ui/Spinner';
import classes from './MegaMenu.module.css';
import { PartBoundary } from './PartBoundary';
import { type Load, usePart } from './part';
import { useMegaMenu } from './useMegaMenu';

interface Props {
  label: string;
  id: string;
  load: Load<object>;
  /** The page in view is one that this menu leads to. */
  isCurrent: boolean;
  isOpen: boolean;
  isOtherOpen: boolean;
  setOpen: (open: boolean) => void;
}

/** A button of the main navigation and the wide panel it opens: an item of a list. */
export function MegaMenu({ label, id, load, isCurrent, ...state }: Props) {
  const { Part, preload, retry } = usePart(load);
  const { root, button, toggle, around } = useMegaMenu(state);
  return (
    <li ref={root} className={classes.root} {...around}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-expanded={state.isOpen}
        aria-controls={id}
        data-current={isCurrent || undefined}
        onClick={toggle}
        onFocus={preload}
        onPointerEnter={preload}
        onPointerDown={preload}
      >
        {label}
        <ChevronDownIcon size={16} className={classes.chevron} />
      </button>
      <div id={id} className={classes.panel} hidden={!state.isOpen}>
        {state.isOpen && (
          <Inside button={button}>
            <PartBoundary className={classes.failed} onRetry={retry}>
              <Suspense fallback={<Spinner className={classes.waiting} />}>
                <Part />
              </Suspense>
            </PartBoundary>
          </Inside>
        )}
      </div>
    </li>
  );
}

interface InsideProps {
  button: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}

/** Gives the focus to the button when what holds it goes, or it would fall back to the top of the page. */
function Inside({ button, children }: InsideProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const inside = box.current;
    return () => {
      if (inside?.contains(document.activeElement)) button.current?.focus({ preventScroll: true });
    };
  }, [button]);
  return (
    <div ref={box} className={classes.inside}>
      {children}
    </div>
  );
}
