import { Children, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './classNames';
import { ChevronLeftIcon } from './icons/ChevronLeftIcon';
import { ChevronRightIcon } from './icons/ChevronRightIcon';
import * as classes from './Scroller.module.css';

type Props = {
  /** Labels the list and its buttons. */
  label: string;
  /** Each child is a list item. */
  children: ReactNode;
  className?: string | undefined;
};

/** Until it is measured, a list with more items than fit on a wide screen counts as scrolling. */
const FITTING = 3;

function useEdges(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const [edges, setEdges] = useState({ start: true, end: count <= FITTING });

  const measure = () => {
    if (!list.current) return;
    const { scrollLeft, clientWidth, scrollWidth } = list.current;
    // Scroll positions are rounded, so the end may be off by a pixel.
    const [start, end] = [scrollLeft <= 1, scrollLeft + clientWidth >= scrollWidth - 1];
    setEdges((known) => (known.start === start && known.end === end ? known : { start, end }));
  };

  // Observers are called after layout; measuring here would force another layout.
  useEffect(() => {
    const watcher = new ResizeObserver(measure);
    if (list.current) watcher.observe(list.current);
    return () => watcher.disconnect();
  });

  return { list, edges, measure };
}

export function Scroller({ label, children, className }: Props) {
  const { list, edges, measure } = useEdges(Children.count(children));
  const isScrollable = !(edges.start && edges.end);
  const move = (direction: 1 | -1) => {
    const element = list.current;
    element?.scrollBy({ left: direction * element.clientWidth * 0.9 });
  };

  return (
    <section className={classNames('relative min-w-0', className)} aria-label={label}>
      <ul
        ref={list}
        className={`row gap-4 ${classes.list}`}
        aria-label={label}
        onScroll={measure}
        // A scrolling list must be reachable by keyboard.
        {...(isScrollable ? { tabIndex: 0 } : {})}
      >
        {Children.map(children, (child) => (
          <li className={`stack flex-none ${classes.item}`}>{child}</li>
        ))}
      </ul>
      {isScrollable && (
        <div className="row justify-end gap-2 mt-4">
          <button
            type="button"
            className={`tile ${classes.button}`}
            aria-label={`Previous: ${label}`}
            disabled={edges.start}
            onClick={() => move(-1)}
          >
            <ChevronLeftIcon />
          </button>
          <button
            type="button"
            className={`tile ${classes.button}`}
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
