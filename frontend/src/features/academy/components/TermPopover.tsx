import type { RefObject } from 'react';
import { AppLink } from '../../../shared/ui/AppLink';
import { CloseIcon } from '../../../shared/ui/icons/CloseIcon';
import { pathOf } from '../lib/readingProgress';
import type { Term } from '../queries';
import * as classes from './TermPopover.module.css';

interface Props {
  box: RefObject<HTMLDivElement | null>;
  term: Term | null;
  onClosed: () => void;
  close: () => void;
}

/** What a term means. The browser closes it on Escape and on a press outside. */
export function TermPopover({ box, term, onClosed, close }: Props) {
  return (
    <div
      ref={box}
      className={`surface ink text-s leading-5 print-hidden ${classes.root}`}
      popover="auto"
      role="dialog"
      aria-labelledby="term-name"
      aria-describedby="term-definition"
      tabIndex={-1}
      onToggle={(event) => event.newState === 'closed' && onClosed()}
    >
      {term && (
        <>
          <div className="row items-center justify-between gap-3">
            <p className="weight-600" id="term-name">
              {term.term}
            </p>
            <button
              type="button"
              className={`tile ink-2 icon-button ${classes.close}`}
              aria-label="Close"
              onClick={close}
            >
              <CloseIcon size={18} />
            </button>
          </div>
          <p id="term-definition">{term.definition}</p>
          <p className={`cluster gap-x-5 mt-1 ${classes.links}`}>
            <AppLink to={`/academy/glossary#term-${term.weburlname}`}>Glossary</AppLink>
            {term.chapter && (
              <AppLink to={pathOf(term.chapter.moduleWeburlname, term.chapter.weburlname)}>
                {term.chapter.title}
              </AppLink>
            )}
          </p>
        </>
      )}
    </div>
  );
}
