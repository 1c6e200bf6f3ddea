import { AppLink } from './AppLink';
import { ChevronLeftIcon } from './icons/ChevronLeftIcon';
import { ChevronRightIcon } from './icons/ChevronRightIcon';
import * as classes from './PreviousNext.module.css';

interface Props<Thing> {
  /** Such as 'topic' or 'chapter'. */
  kind: string;
  previous: Thing | null | undefined;
  next: Thing | null | undefined;
  pathTo: (thing: Thing) => string;
  /** This one is completed: Next is the primary action. */
  isNextDue: boolean | undefined;
}

/** Links to the previous and the next item. */
export function PreviousNext<Thing extends { title: string }>({
  kind,
  previous,
  next,
  pathTo,
  isNextDue,
}: Props<Thing>) {
  const words = (direction: string, { title }: Thing) => (
    <span className="flex-1 min-w-0">
      {`${direction} ${kind}`}
      <span className={`block weight-400 anywhere ${classes.title}`}>{title}</span>
    </span>
  );
  return (
    <nav className={`stack gap-3 ${classes.root}`} aria-label={`Previous and next ${kind}`}>
      {previous && (
        <AppLink
          to={pathTo(previous)}
          className={`row items-center gap-3 min-w-0 ink text-s weight-550 leading-snug no-underline ${classes.link}`}
          rel="prev"
        >
          <ChevronLeftIcon />
          {words('Previous', previous)}
        </AppLink>
      )}
      {next && (
        <AppLink
          to={pathTo(next)}
          className={`row items-center gap-3 min-w-0 ink text-s weight-550 leading-snug no-underline ${classes.link} ${classes.next}`}
          rel="next"
          data-due={isNextDue}
        >
          {words('Next', next)}
          <ChevronRightIcon />
        </AppLink>
      )}
    </nav>
  );
}
