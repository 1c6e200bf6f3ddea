import { gstLine } from '../../../shared/lib/tax';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import type { ProSection } from '../queries';
import * as classes from './ProInvitation.module.css';

const FIRST = 3;

/** What Pro includes and its lowest price. */
export function ProInvitation({ section }: { section: ProSection }) {
  const [cheapest] = [...section.subscriptionPlanIds].sort(
    (one, other) => one.discountedPrice - other.discountedPrice,
  );
  return (
    <section className="container py-8" aria-labelledby="pro">
      <div className={classes.card}>
        <div>
          <h2 id="pro">{section.title}</h2>
          <p className="measure mt-3 ink-2">
            All courses tagged ‘Free with PRO’ and live webinars are part of the subscription. You pay once.
            There is no auto-renewal.
          </p>
          {cheapest && (
            <p className="mb-5 mt-4 weight-550 tabular">
              From {gstLine(cheapest.discountedPrice)} for {cheapest.priceName}
            </p>
          )}
          <ButtonLink variant="gold" to="/pro">
            See plans
          </ButtonLink>
        </div>
        {section.benefits.length > 0 && (
          <ul className="stack content-start gap-4">
            {section.benefits.slice(0, FIRST).map(({ _id, description, longDescription }) => (
              <li key={_id} className={`stack gap-3 ${classes.benefit}`}>
                <CheckIcon className={classes.tick} />
                <span>
                  <span className="block weight-550">{description}</span>
                  <span className="block ink-2 text-s">{longDescription}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
