import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { ChevronDownIcon } from '../../shared/ui/icons/ChevronDownIcon';
import { LazyErrorBoundary } from '../../shared/ui/LazyErrorBoundary';
import { Spinner } from '../../shared/ui/Spinner';
import { type Load, useLazyComponent } from '../../shared/ui/useLazyComponent';
import * as header from './Header.module.css';
import * as classes from './MegaMenu.module.css';
import { useMegaMenu } from './useMegaMenu';

interface Props {
  label: string;
  id: string;
  load: Load<object>;
  /** The current page is one that this menu links to. */
  isCurrent: boolean;
  isOpen: boolean;
  isOtherOpen: boolean;
  setOpen: (open: boolean) => void;
}

/** A button of the main navigation and its mega-menu panel, as a list item. */
export function MegaMenu({ label, id, load, isCurrent, ...state }: Props) {
  const { LazyComponent, preload, retry } = useLazyComponent(load);
  const { root, button, toggle, around } = useMegaMenu(state);
  return (
    <li ref={root} className={classes.root} {...around}>
      <button
        ref={button}
        type="button"
        className={header.pageLink}
        aria-expanded={state.isOpen}
        aria-controls={id}
        data-current={isCurrent || undefined}
        onClick={toggle}
        onFocus={preload}
        onPointerEnter={preload}
        onPointerDown={preload}
      >
        {label}
        <ChevronDownIcon size={16} className="chevron" />
      </button>
      <div id={id} className={classes.panel} hidden={!state.isOpen}>
        {state.isOpen && (
          <Inside button={button}>
            <LazyErrorBoundary className={classes.failed} onRetry={retry}>
              <Suspense fallback={<Spinner className={classes.waiting} />}>
                <LazyComponent />
              </Suspense>
            </LazyErrorBoundary>
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

/**
 * Moves the focus to the button before the focused element is removed; otherwise it would return to the top
 * of the page.
 */
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
