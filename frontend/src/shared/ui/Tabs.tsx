import { Tabs as Parts } from 'radix-ui';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { classNames } from './classNames';
import * as classes from './Tabs.module.css';

export type TabItem = { id: string; label: ReactNode; content: ReactNode };

type Props = {
  /** Labels the tab list. */
  label: string;
  items: readonly TabItem[];
  value?: string | undefined;
  defaultValue?: string | undefined;
  onValueChange?: ((id: string) => void) | undefined;
  /** Hovering with a mouse activates a tab; touch still needs a tap. */
  hover?: boolean | undefined;
  className?: string | undefined;
};

export function Tabs({ label, items, value, defaultValue, onValueChange, hover, className }: Props) {
  const [own, setOwn] = useState(defaultValue ?? items[0]?.id ?? '');
  const current = value ?? own;

  const change = (id: string) => {
    if (id === current) return;
    setOwn(id);
    onValueChange?.(id);
  };
  const enter = (id: string) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') change(id);
  };

  return (
    <Parts.Root className={classNames('min-w-0', className)} value={current} onValueChange={change}>
      <Parts.List className={`row gap-6 ${classes.list}`} aria-label={label}>
        {items.map((item) => (
          <Parts.Trigger
            key={item.id}
            className={`flex-none touch py-2 text-s weight-550 ${classes.tab}`}
            value={item.id}
            {...(hover ? { onPointerEnter: enter(item.id) } : {})}
          >
            {item.label}
          </Parts.Trigger>
        ))}
      </Parts.List>
      {items.map((item) => (
        <Parts.Content key={item.id} className={classes.panel} value={item.id}>
          {item.content}
        </Parts.Content>
      ))}
    </Parts.Root>
  );
}
