import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { langOf, useI18n } from '../../../shared/lib/i18n';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { ChevronLeftIcon } from '../../../shared/ui/icons/ChevronLeftIcon';
import { ChevronRightIcon } from '../../../shared/ui/icons/ChevronRightIcon';
import { CloseIcon } from '../../../shared/ui/icons/CloseIcon';
import { loadPreferences, savePreferences } from '../lib/preferences';
import { pathOf } from '../lib/topicPath';
import type { TopicLine } from '../queries';
import * as classes from './FocusLayout.module.css';

interface Props {
  courseKey: string;
  title: string;
  previous: TopicLine | undefined;
  next: TopicLine | undefined;
  hasTranscript: boolean;
  hasNotes: boolean;
}

/** Where Escape has a meaning of its own. */
const OWN_ESCAPE = 'input, textarea, select, [role="dialog"], [role="menu"]';

/**
 * The button 'Focus', and the slim bar that replaces it. While there is a bar, styles hide everything but the
 * topic. The choice is remembered on this device. Escape leaves it. It has no key of its own:
 * `f` is for the player's full screen.
 */
export default function FocusLayout({ courseKey, title, hasTranscript, hasNotes, ...near }: Props) {
  const i18n = useI18n();
  const [isOn, setOn] = useState(() => loadPreferences().focus);
  const wasPressed = useRef(false);
  const takeFocus: RefCallback<HTMLButtonElement> = useCallback((button) => {
    if (wasPressed.current) button?.focus();
  }, []);

  const change = (focus: boolean) => {
    wasPressed.current = true;
    setOn(focus);
    savePreferences({ focus });
  };
  const onEscape = useEffectEvent(({ key, target, defaultPrevented }: KeyboardEvent) => {
    const isTaken = defaultPrevented || (target instanceof Element && target.closest(OWN_ESCAPE));
    if (key === 'Escape' && isOn && !isTaken && !document.fullscreenElement) change(false);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEscape(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  if (!isOn) {
    return (
      <Button ref={takeFocus} variant="quiet" size="s" className={classes.open} onClick={() => change(true)}>
        Focus
      </Button>
    );
  }
  return (
    <section className={`items-center gap-2 ${classes.bar}`} data-focus-bar="" aria-label="Focus layout">
      <button
        ref={takeFocus}
        type="button"
        className={`inline-row items-center justify-center flex-none ${classes.icon}`}
        aria-label="Leave the focus layout"
        onClick={() => change(false)}
      >
        <CloseIcon />
      </button>
      <p className="flex-1 min-w-0 text-s weight-600 ellipsis" lang={langOf(title, i18n)}>
        {title}
      </p>
      {hasTranscript && <Jump to="transcript" label="Transcript" />}
      {hasNotes && <Jump to="notes" label="Notes" />}
      <nav className="row" aria-label="Topics">
        {near.previous && (
          <AppLink
            className={`inline-row items-center justify-center flex-none ${classes.icon}`}
            to={pathOf(courseKey, near.previous._id)}
            aria-label={`Previous topic: ${near.previous.title}`}
          >
            <ChevronLeftIcon />
          </AppLink>
        )}
        {near.next && (
          <AppLink
            className={`inline-row items-center justify-center flex-none ${classes.icon}`}
            to={pathOf(courseKey, near.next._id)}
            aria-label={`Next topic: ${near.next.title}`}
          >
            <ChevronRightIcon />
          </AppLink>
        )}
      </nav>
    </section>
  );
}

/** Goes to a part of the page, and opens it. */
function Jump({ to, label }: { to: string; label: string }) {
  const jump = () => {
    const part = document.getElementById(to);
    if (!part) return;
    if (part instanceof HTMLDetailsElement) part.open = true;
    const target = part.querySelector('summary') ?? part;
    target.tabIndex = target === part ? -1 : 0;
    part.scrollIntoView();
    target.focus({ preventScroll: true });
  };
  return (
    <Button variant="quiet" size="s" className={classes.jump} onClick={jump}>
      {label}
    </Button>
  );
}
