import './styleNonce';
import { DropdownMenu as Parts } from 'radix-ui';
import type { ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { useMenuStep } from '../lib/useHistoryStep';
import * as classes from './Menu.module.css';
import { PageLink } from './PageLink';

type Props = {
  /** A button; it gets `aria-expanded` and the keyboard handlers. */
  trigger: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

export function Menu({ trigger, align = 'end', open, onOpenChange, children }: Props) {
  useMenuStep(open, () => onOpenChange(false));
  return (
    <Parts.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          className={`surface p-2 ${classes.root}`}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          loop
        >
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

type ItemProps = {
  icon?: ReactNode;
  disabled?: boolean | undefined;
  onSelect?: (() => void) | undefined;
  children: ReactNode;
};

export function MenuItem({ icon, disabled = false, onSelect, children }: ItemProps) {
  return (
    <Parts.Item
      className={`row items-center gap-3 touch px-3 py-2 text-s leading-snug no-underline ${classes.item}`}
      disabled={disabled}
      {...(onSelect ? { onSelect } : {})}
    >
      {icon}
      {children}
    </Parts.Item>
  );
}

export function MenuLink({ icon, to, onSelect, children }: ItemProps & { to: LinkProps['to'] }) {
  return (
    <Parts.Item
      asChild
      className={`row items-center gap-3 touch px-3 py-2 text-s leading-snug no-underline ${classes.item}`}
      {...(onSelect ? { onSelect } : {})}
    >
      <PageLink to={to}>
        {icon}
        {children}
      </PageLink>
    </Parts.Item>
  );
}

export function MenuSeparator() {
  return <Parts.Separator className={classes.separator} />;
}
