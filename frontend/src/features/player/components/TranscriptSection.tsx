import { type ReactNode, useState } from 'react';
import { useI18n } from '../../../shared/lib/i18n';
import { ChevronDownIcon } from '../../../shared/ui/icons/ChevronDownIcon';
import classes from './TranscriptSection.module.css';

/** The closed frame of the transcript, which opens before any script has come as well. */
export function TranscriptSection({ children }: { children: ReactNode }) {
  const i18n = useI18n();
  const [isOpen, setOpen] = useState(false);
  const readOpen = (details: HTMLDetailsElement | null) => {
    if (details?.open) setOpen(true);
  };
  return (
    <details
      ref={readOpen}
      className={classes.root}
      suppressHydrationWarning
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={classes.summary}>
        <h2 className={classes.title}>{i18n._('Transcript')}</h2>
        <ChevronDownIcon className={classes.chevron} />
      </summary>
      {isOpen && children}
    </details>
  );
}
