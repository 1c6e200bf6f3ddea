import { type ReactNode, useState } from 'react';
import { ChevronDownIcon } from '../../../shared/ui/icons/ChevronDownIcon';
import * as classes from './FoldedSection.module.css';

interface Props {
  id?: string;
  title: string;
  children: ReactNode;
}

/** A closed section, which opens before any script has come as well. Its content loads when it opens. */
export function FoldedSection({ id, title, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const readOpen = (details: HTMLDetailsElement | null) => {
    if (details?.open) setOpen(true);
  };
  return (
    <details
      id={id}
      ref={readOpen}
      className="surface"
      suppressHydrationWarning
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={`row items-center justify-between px-4 ${classes.summary}`}>
        <h2 className="text-m">{title}</h2>
        <ChevronDownIcon className="chevron ink-3" />
      </summary>
      {isOpen && children}
    </details>
  );
}
