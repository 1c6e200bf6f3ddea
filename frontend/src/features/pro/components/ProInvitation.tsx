import { formatRupees } from '../../../shared/lib/money';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import type { ProSection } from '../queries';
import classes from './ProInvitation.module.css';

const FIRST = 3;

/** What Pro is and what it costs at least. Twin: templates/parts/pro_invitation.html. */
export function ProInvitation({ section }: { section: ProSection }) {
  const [cheapest] = [...section.subscriptionPlanIds].sort(
    (one, other) => one.discountedPrice - other.discountedPrice,
  );
  return (
    <section className={`container ${classes.root}`} aria-labelledby="pro">
      <div className={classes.card}>
        <div>
          <h2 id="pro" className={classes.title}>
            {section.title}
          </h2>
          <p className={classes.words}>
            All courses tagged ‘Free with PRO’ and live webinars are part of the subscription. You pay once;
            nothing renews by itself.
          </p>
          {cheapest && (
            <p className={`${classes.price} tabular`}>
              From {formatRupees(cheapest.discountedPrice)} for {cheapest.priceName}, plus GST of 18%
            </p>
          )}
          <ButtonLink variant="gold" to="/pro">
            See the plans
          </ButtonLink>
        </div>
        {section.benefits.length > 0 && (
          <ul className={classes.benefits}>
            {section.benefits.slice(0, FIRST).map(({ _id, description, longDescription }) => (
              <li key={_id} className={classes.benefit}>
                <CheckIcon className={classes.tick} />
                <span>
                  <span className={classes.name}>{description}</span>
                  <span className={classes.more}>{longDescription}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
