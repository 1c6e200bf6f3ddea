import './styleNonce';
import { Dialog as Parts } from 'radix-ui';
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { useI18n } from '../lib/i18n';
import { useHistoryStep } from '../lib/useHistoryStep';
import { classNames } from './classNames';
import * as classes from './Dialog.module.css';
import { CloseIcon } from './icons/CloseIcon';

/** The element that gets the focus back, or an object that finds it. */
export type Opener = Pick<HTMLElement, 'focus'>;

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Gets the focus on close; the default is the previously focused element. */
  opener?: Opener | null | undefined;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Sticky, below the scrolling content. */
  footer?: ReactNode;
  size?: 's' | 'm' | 'l' | undefined;
  /** False while closing would do harm: no close button, and Escape, Back and outside clicks are ignored. */
  dismissible?: boolean | undefined;
  /** True if an outside click, possibly meant for the page before the dialog appeared, must not close it. */
  ignoresOutside?: boolean | undefined;
  /** True to focus the dialog itself: focusing its first field would open a phone's keyboard. */
  takesFocus?: boolean | undefined;
  closeLabel?: string | undefined;
};

const SIZES = { s: classes.s, m: classes.m, l: classes.l };

function refuse(event: Event) {
  event.preventDefault();
}

function focusWhole(event: Event) {
  event.preventDefault();
  (event.currentTarget as HTMLElement).focus();
}

export function Dialog({
  open,
  onOpenChange,
  opener,
  title,
  description,
  children,
  footer,
  size = 'm',
  dismissible = true,
  ignoresOutside = false,
  takesFocus = false,
  closeLabel,
}: Props) {
  const i18n = useI18n();
  const held = dismissible ? {} : { onEscapeKeyDown: refuse, onPointerDownOutside: refuse };
  useHistoryStep(open, () => dismissible && onOpenChange(false));
  return (
    <Parts.Root open={open} onOpenChange={onOpenChange}>
      <Parts.Portal>
        <Parts.Overlay className={classes.scrim}>
          <Panel
            {...held}
            {...(ignoresOutside ? { onPointerDownOutside: refuse } : {})}
            {...(takesFocus ? { onOpenAutoFocus: focusWhole } : {})}
            // Outside the element in which it is rendered, and so outside the `lang` of it.
            lang={i18n.locale}
            opener={opener}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(`column min-w-0 ${classes.root}`, SIZES[size])}
          >
            <div className={classNames(classes.header, dismissible && classes.closable)}>
              <Parts.Title className={`text-l pretty ${classes.title}`}>{title}</Parts.Title>
              {description && (
                <Parts.Description className="mt-2 ink-2 text-s">{description}</Parts.Description>
              )}
            </div>
            <div className={classes.body}>{children}</div>
            {footer && <div className={`row gap-3 justify-end ${classes.footer}`}>{footer}</div>}
            {dismissible && (
              <Parts.Close
                className={`tile icon-button ink-2 ${classes.close}`}
                aria-label={closeLabel ?? i18n._('Close')}
              >
                <CloseIcon />
              </Parts.Close>
            )}
          </Panel>
        </Parts.Overlay>
      </Parts.Portal>
    </Parts.Root>
  );
}

type PanelProps = ComponentPropsWithRef<typeof Parts.Content> & {
  opener: Opener | null | undefined;
};

/** Mounted with the dialog, so the focused element at mount is where the person was. */
function Panel({ opener, ...rest }: PanelProps) {
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  const restoreFocus = (event: Event) => {
    event.preventDefault();
    const isNowhere = () => document.activeElement === document.body;
    if (isNowhere()) (opener ?? before)?.focus();
    if (isNowhere()) document.getElementById('main')?.focus({ preventScroll: true });
  };
  return <Parts.Content {...rest} onCloseAutoFocus={restoreFocus} />;
}
