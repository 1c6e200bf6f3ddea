import { AppLink } from '../../../shared/ui/AppLink';
import { STATUSES, type Status } from '../lib/standing';
import classes from './StatusFilter.module.css';

const CHOICES = [
  { status: undefined, label: 'All' },
  ...Object.entries(STATUSES).map(([status, label]) => ({ status: status as Status, label })),
];

/** The courses by how far the member is; what is chosen stands in the address. */
export function StatusFilter({ chosen }: { chosen: Status | undefined }) {
  return (
    <nav className={classes.root} aria-label="Courses by progress">
      {CHOICES.map(({ status, label }) => (
        <AppLink
          key={label}
          className={classes.link}
          to={{ search: status ? `?status=${status}` : '' }}
          aria-current={status === chosen ? 'true' : undefined}
        >
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
