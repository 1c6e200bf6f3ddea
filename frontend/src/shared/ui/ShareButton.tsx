import { useState } from 'react';
import { useI18n } from '../lib/i18n';
import { useIsHydrated } from '../lib/useIsHydrated';
import { Button } from './Button';
import * as classes from './ShareButton.module.css';

interface Props {
  title: string;
  path: string;
  size?: 's' | 'm' | undefined;
}

/** Shares a page of the site by the phone's own sheet; where there is none it copies the link. */
export function ShareButton({ title, path, size }: Props) {
  const i18n = useI18n();
  const isHydrated = useIsHydrated();
  const [outcome, setOutcome] = useState('');
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome(i18n._('Link copied.'));
    } catch {
      setOutcome(i18n._('Copy this link: {url}', { url }));
    }
  };
  const share = async () => {
    const url = new URL(path, window.location.href).href;
    setOutcome('');
    if (!('share' in navigator)) return copy(url);
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // Closing the sheet is an answer, too.
      if ((error as Error).name !== 'AbortError') await copy(url);
    }
  };
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        className={isHydrated ? undefined : classes.absent}
        onClick={share}
      >
        {i18n._('Share')}
      </Button>
      <span role="status" className="green text-s anywhere hide-empty">
        {outcome}
      </span>
    </>
  );
}
