import { AppLink } from './AppLink';
import { ChevronLeftIcon } from './icons/ChevronLeftIcon';
import { ChevronRightIcon } from './icons/ChevronRightIcon';
import classes from './Neighbours.module.css';

interface Props<Thing> {
  /** What they are: 'topic', 'chapter'. */
  kind: string;
  previous: Thing | null | undefined;
  next: Thing | null | undefined;
  pathTo: (thing: Thing) => string;
  /** This one is done: what follows is the thing to do now. */
  isNextDue: boolean | undefined;
}

/** What comes before and after, for things that are taken in order. */
export function Neighbours<Thing extends { title: string }>({
  kind,
  previous,
  next,
  pathTo,
  isNextDue,
}: Props<Thing>) {
  const words = (direction: string, { title }: Thing) => (
    <span className={classes.text}>
      {`${direction} ${kind}`}
      <span className={classes.title}>{title}</span>
    </span>
  );
  return (
    <nav className={classes.root} aria-label={`Previous and next ${kind}`}>
      {previous && (
        <AppLink to={pathTo(previous)} className={classes.link} rel="prev">
          <ChevronLeftIcon />
          {words('Previous', previous)}
        </AppLink>
      )}
      {next && (
        <AppLink
          to={pathTo(next)}
          className={`${classes.link} ${classes.next}`}
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
