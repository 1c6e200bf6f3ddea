import { memo, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMenuStep } from '../../../shared/lib/useHistoryStep';
import { placePopover } from '../lib/placePopover';
import { makeTermButtons } from '../lib/termButtons';
import type { Term } from '../queries';
import * as classes from './ChapterText.module.css';
import { TermPopover } from './TermPopover';

/**
 * The chapter's HTML, rendered by the server from Markdown. Memoised, so that marking it as read does not
 * render it again. Terms of the glossary are links in it; where scripts run, they open a pop-over.
 */
export const ChapterText = memo(function ChapterText({ html, terms }: { html: string; terms: Term[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ term: Term; link: HTMLAnchorElement } | null>(null);
  const close = () => box.current?.hidePopover();
  useMenuStep(opened !== null, close);

  const text = useCallback(
    (element: HTMLDivElement | null) =>
      makeTermButtons(element, (link) => {
        const term = terms.find(({ weburlname }) => link.hash === `#term-${weburlname}`);
        const popover = box.current;
        if (!term || !popover?.showPopover) return false;
        flushSync(() => setOpened({ term, link }));
        // The browser gives the focus back to what had it when the pop-over opened.
        link.focus();
        popover.showPopover();
        link.setAttribute('aria-expanded', 'true');
        placePopover(popover, link);
        popover.focus();
        return true;
      }),
    [terms],
  );
  const closed = () => {
    opened?.link.setAttribute('aria-expanded', 'false');
    setOpened(null);
  };

  return (
    <>
      {/* Changed HTML is another element, so that its links become buttons too. */}
      <div key={html} ref={text} className={classes.root} dangerouslySetInnerHTML={{ __html: html }} />
      <TermPopover box={box} term={opened?.term ?? null} onClosed={closed} close={close} />
    </>
  );
});
