import { formatDay } from '../../../shared/lib/dates';
import { AppLink } from '../../../shared/ui/AppLink';
import { Card } from '../../../shared/ui/Card';
import type { User } from '../queries';
import * as classes from './ProStatus.module.css';

/** Whether the person has Pro, and until when. */
export function ProStatus({ user: { pro } }: { user: User }) {
  const isActive = pro.status !== 'none';
  return (
    <Card element="section" padding="m" tone={isActive ? 'pro' : 'plain'} aria-labelledby="pro-status">
      <h2 id="pro-status" className="text-m">
        Pro
      </h2>
      {isActive ? (
        <>
          <p className="mt-2 text-l weight-600 leading-snug">
            {pro.status === 'trial' ? 'Free trial' : pro.planName}
          </p>
          <p className="mt-1 ink-2 text-s leading-5 tabular">
            {pro.endsAt ? `Active until ${formatDay(pro.endsAt)}` : 'Active, with no end date'}
          </p>
        </>
      ) : (
        <p className="mt-1 ink-2 text-s leading-5">
          One subscription for every course marked ‘Free with Pro’.
        </p>
      )}
      {pro.status !== 'active' && (
        <AppLink className={`inline-row items-center touch text-s ${classes.more}`} to="/pro">
          See what's in Pro
        </AppLink>
      )}
    </Card>
  );
}
