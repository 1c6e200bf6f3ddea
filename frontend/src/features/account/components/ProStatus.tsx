import { formatDay } from '../../../shared/lib/dates';
import { AppLink } from '../../../shared/ui/AppLink';
import { Card } from '../../../shared/ui/Card';
import type { User } from '../queries';
import classes from './ProStatus.module.css';

/** Whether the person has Pro, and until when. */
export function ProStatus({ user: { pro } }: { user: User }) {
  const isActive = pro.status !== 'none';
  return (
    <Card element="section" padding="m" tone={isActive ? 'pro' : 'plain'} aria-labelledby="pro-status">
      <h2 id="pro-status" className={classes.title}>
        Pro
      </h2>
      {isActive ? (
        <>
          <p className={classes.plan}>{pro.status === 'trial' ? 'Free trial' : pro.planName}</p>
          <p className={`${classes.line} tabular`}>
            {pro.endsAt ? `Active until ${formatDay(pro.endsAt)}` : 'Active, with no end date'}
          </p>
        </>
      ) : (
        <p className={classes.line}>One subscription for every course marked ‘Free with Pro’.</p>
      )}
      {pro.status !== 'active' && (
        <AppLink className={classes.more} to="/pro">
          See what's in Pro
        </AppLink>
      )}
    </Card>
  );
}
