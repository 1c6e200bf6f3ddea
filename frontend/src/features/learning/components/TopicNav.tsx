import { AppLink } from '../../../shared/ui/AppLink';
import { classNames } from '../../../shared/ui/classNames';
import { ChevronLeftIcon } from '../../../shared/ui/icons/ChevronLeftIcon';
import { ChevronRightIcon } from '../../../shared/ui/icons/ChevronRightIcon';
import { pathOf } from '../lib/paths';
import type { TopicLine } from '../queries';
import classes from './TopicNav.module.css';

interface Props {
  courseKey: string;
  previous: TopicLine | undefined;
  next: TopicLine | undefined;
  /** The topic is done: what follows is the thing to do now. */
  isDone: boolean;
}

export function TopicNav({ courseKey, previous, next, isDone }: Props) {
  return (
    <nav className={classes.root} aria-label="Topics before and after">
      {previous && (
        <AppLink to={pathOf(courseKey, previous._id)} className={classes.link} rel="prev">
          <ChevronLeftIcon />
          <span className={classes.text}>
            Previous topic
            <span className={classes.title}>{previous.title}</span>
          </span>
        </AppLink>
      )}
      {next && (
        <AppLink
          to={pathOf(courseKey, next._id)}
          className={classNames(classes.link, classes.next, isDone && classes.due)}
          rel="next"
        >
          <span className={classes.text}>
            Next topic
            <span className={classes.title}>{next.title}</span>
          </span>
          <ChevronRightIcon />
        </AppLink>
      )}
    </nav>
  );
}
