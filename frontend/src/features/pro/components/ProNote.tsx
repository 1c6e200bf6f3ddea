import { useQuery } from '@tanstack/react-query';
import { durationText } from '../../../shared/lib/businessConstants';
import { gstLine } from '../../../shared/lib/tax';
import { AppLink } from '../../../shared/ui/AppLink';
import { proOffer } from '../queries';
import * as classes from './ProNote.module.css';

/** What Pro costs, for the page of a course that it includes; the trial leads back to that course. */
export function ProNote({ hasTrial, course }: { hasTrial: boolean; course: string }) {
  const { data, isPending } = useQuery(proOffer());
  const plan = data?.data;
  if (!plan) return isPending ? <div className={classes.awaited} /> : null;
  return (
    <>
      <p className="tabular">
        Pro from {gstLine(plan.discountedPrice)} for {plan.priceName}. No auto-renewal.
      </p>
      {hasTrial && (
        <p>
          New to Pro?{' '}
          <AppLink to={`/?course=${course}#freeTrial`}>
            Try Pro courses free for {durationText('trialLength')}
          </AppLink>
        </p>
      )}
    </>
  );
}
