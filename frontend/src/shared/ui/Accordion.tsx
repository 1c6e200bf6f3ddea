import { Accordion as Parts } from 'radix-ui';
import type { ReactNode } from 'react';
import classes from './Accordion.module.css';
import { classNames } from './classNames';
import { ChevronDownIcon } from './icons/ChevronDownIcon';

export type AccordionItem = { id: string; title: ReactNode; content: ReactNode };

type Props = {
  items: readonly AccordionItem[];
  /** The heading level of the titles. */
  level?: 2 | 3 | 4 | undefined;
  defaultValue?: string | undefined;
  className?: string | undefined;
};

/** One item is open at most, and the open one closes. */
export function Accordion({ items, level = 3, defaultValue, className }: Props) {
  const Heading = `h${level}` as const;
  return (
    <Parts.Root
      type="single"
      collapsible
      className={classNames(classes.root, className)}
      {...(defaultValue === undefined ? {} : { defaultValue })}
    >
      {items.map((item) => (
        <Parts.Item key={item.id} className={classes.item} value={item.id}>
          <Parts.Header asChild>
            <Heading className={classes.heading}>
              <Parts.Trigger className={classes.trigger}>
                {item.title}
                <ChevronDownIcon className={classes.chevron} />
              </Parts.Trigger>
            </Heading>
          </Parts.Header>
          <Parts.Content className={classes.content}>{item.content}</Parts.Content>
        </Parts.Item>
      ))}
    </Parts.Root>
  );
}
