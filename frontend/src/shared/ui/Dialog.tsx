import './styleNonce';
import { Dialog as Parts } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './classNames';
import classes from './Dialog.module.css';
import { CloseIcon } from './icons/CloseIcon';

type Props = {
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** The button that opens it, where nothing else does. */
  trigger?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Stays in view below what scrolls. */
  footer?: ReactNode;
  size?: 's' | 'm' | 'l' | undefined;
  /** False while leaving would do harm: no close button, Escape and a press outside do nothing. */
  dismissible?: boolean | undefined;
  closeLabel?: string | undefined;
};

function refuse(event: Event) {
  event.preventDefault();
}

export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  footer,
  size = 'm',
  dismissible = true,
  closeLabel = 'Close',
}: Props) {
  const held = dismissible ? {} : { onEscapeKeyDown: refuse, onPointerDownOutside: refuse };
  return (
    <Parts.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      {trigger && <Parts.Trigger asChild>{trigger}</Parts.Trigger>}
      <Parts.Portal>
        <Parts.Overlay className={classes.scrim}>
          <Parts.Content
            {...held}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(classes.root, classes[size])}
          >
            <header className={classNames(classes.header, dismissible && classes.closable)}>
              <Parts.Title className={classes.title}>{title}</Parts.Title>
              {description && (
                <Parts.Description className={classes.description}>{description}</Parts.Description>
              )}
            </header>
            <div className={classes.body}>{children}</div>
            {footer && <footer className={classes.footer}>{footer}</footer>}
            {dismissible && (
              <Parts.Close className={classes.close} aria-label={closeLabel}>
                <CloseIcon />
              </Parts.Close>
            )}
          </Parts.Content>
        </Parts.Overlay>
      </Parts.Portal>
    </Parts.Root>
  );
}
