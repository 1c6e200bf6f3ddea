import type { ReactNode } from 'react';
import * as classes from './Accordion.module.css';
import { classNames } from './classNames';
import { ChevronDownIcon } from './icons/ChevronDownIcon';

export type AccordionItem = { id: string; title: ReactNode; content: ReactNode };

type Props = {
  items: readonly AccordionItem[];
  /** The id of the open item, if there is one. */
  open: string | null;
  /** Receives the id of the item to open, or null. */
  onOpen: (id: string | null) => void;
  /** The heading level of the titles. */
  level?: 2 | 3 | 4 | undefined;
  className?: string | undefined;
};

/** At most one item is open. Closed content stays in the DOM for find-in-page. */
export function Accordion({ items, open, onOpen, level = 3, className }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={classNames('border-t', className)}>
      {items.map(({ id, title, content }) => {
        const isOpen = id === open;
        return (
          <div key={id} className="border-b">
            <Heading className="text-m pretty">
              <button
                type="button"
                id={id}
                className={`row items-center justify-between gap-4 w-full weight-550 align-left ${classes.trigger}`}
                aria-expanded={isOpen}
                aria-controls={`${id}-content`}
                onClick={() => onOpen(isOpen ? null : id)}
              >
                {title}
                <ChevronDownIcon className={`chevron ink-3 ${classes.chevron}`} />
              </button>
            </Heading>
            <div className={`measure ink-2 text-s ${classes.content}`} id={`${id}-content`} hidden={!isOpen}>
              {content}
            </div>
          </div>
        );
      })}
    </div>
  );
}
