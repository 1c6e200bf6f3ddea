import { Children, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './classNames';
import { ChevronLeftIcon } from './icons/ChevronLeftIcon';
import { ChevronRightIcon } from './icons/ChevronRightIcon';
import classes from './Scroller.module.css';

type Props = {
  /** Names the list and its buttons. */
  label: string;
  /** Each child is an item of the list. */
  children: ReactNode;
  /** The width of an item, such as 'min(280px, 82vw)'. */
  itemWidth?: string | undefined;
  className?: string | undefined;
};

/** As many items as a wide screen holds: more than that are taken to scroll until they are measured. */
const FITTING = 3;

function useEdges(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const [edges, setEdges] = useState({ start: true, end: count <= FITTING });

  const measure = () => {
    if (!list.current) return;
    const { scrollLeft, clientWidth, scrollWidth } = list.current;
    // Browsers round what they scroll, so the end may stay a pixel away.
    const [start, end] = [scrollLeft <= 1, scrollLeft + clientWidth >= scrollWidth - 1];
    setEdges((known) => (known.start === start && known.end === end ? known : { start, end }));
  };

  // Told when the browser has laid the list out; asking for its widths now would make it lay out twice.
  useEffect(() => {
    const watcher = new ResizeObserver(measure);
    if (list.current) watcher.observe(list.current);
    return () => watcher.disconnect();
  });

  return { list, edges, measure };
}

export function Scroller({ label, children, itemWidth, className }: Props) {
  const { list, edges, measure } = useEdges(Children.count(children));
  const isScrollable = !(edges.start && edges.end);
  const move = (direction: 1 | -1) => {
    const element = list.current;
    element?.scrollBy({ left: direction * element.clientWidth * 0.9 });
  };

  return (
    <section className={classNames(classes.root, className)} aria-label={label}>
      <ul
        ref={list}
        className={classes.list}
        aria-label={label}
        onScroll={measure}
        // A list that scrolls must be reachable for the arrow keys.
        {...(isScrollable ? { tabIndex: 0 } : {})}
      >
        {Children.map(children, (child) => (
          <li className={classes.item} style={{ width: itemWidth }}>
            {child}
          </li>
        ))}
      </ul>
      {isScrollable && (
        <div className={classes.buttons}>
          <button
            type="button"
            className={classes.button}
            aria-label={`Previous: ${label}`}
            disabled={edges.start}
            onClick={() => move(-1)}
          >
            <ChevronLeftIcon />
          </button>
          <button
            type="button"
            className={classes.button}
            aria-label={`Next: ${label}`}
            disabled={edges.end}
            onClick={() => move(1)}
          >
            <ChevronRightIcon />
          </button>
        </div>
      )}
    </section>
  );
}
