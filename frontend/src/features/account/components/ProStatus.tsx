import { formatDay } from '../../../shared/lib/dates';
import { AppLink } from '../../../shared/ui/AppLink';
import { Card } from '../../../shared/ui/Card';
import type { User } from '../queries';
import classes from './ProStatus.module.css';

/** Whether the person has Pro, and until when. */
export function ProStatus({
  user: {
    activeLearnProSubscriptions: [first],
  },
}: {
  user: User;
}) {
  const active = first?.active ? first : null;
  return (
    <Card element="section" padding="m" tone={active ? 'pro' : 'plain'} aria-labelledby="pro-status">
      <h2 id="pro-status" className={classes.title}>
        Pro
      </h2>
      {active ? (
        <>
          <p className={classes.plan}>{active.kind === 'trial' ? 'Free trial' : active.planName}</p>
          <p className={`${classes.line} tabular`}>
            {active.endsAt ? `Active until ${formatDay(active.endsAt)}` : 'Active, with no end date'}
          </p>
        </>
      ) : (
        <p className={classes.line}>One subscription for every course marked ‘Free with Pro’.</p>
      )}
      {active?.kind !== 'paid' && (
        <AppLink className={classes.more} to="/pro">
          See what's in Pro
        </AppLink>
      )}
    </Card>
  );
}
