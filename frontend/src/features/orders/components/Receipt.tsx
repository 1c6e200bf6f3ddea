import type { ReactNode } from 'react';
import { billRows } from '../../../shared/lib/bill';
import { formatDay, formatTime } from '../../../shared/lib/dates';
import { Alert } from '../../../shared/ui/Alert';
import { Amounts } from '../../../shared/ui/Amounts';
import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { DocumentIcon } from '../../../shared/ui/icons/DocumentIcon';
import { Zone } from '../../../shared/ui/Zone';
import { refundLine, standingOf } from '../lib/standing';
import { isUnderWay, type Order } from '../queries';
import classes from './Receipt.module.css';

/** All that is to be said of one order: what it was, what it cost, its papers and what went back. */
export function Receipt({ order }: { order: Order }) {
  const { tone, label } = standingOf(order);
  return (
    <section className={classes.root} aria-labelledby="receipt">
      <div className={classes.head}>
        <h2 id="receipt" className={classes.title}>
          Receipt {order.number}
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {isUnderWay(order) && (
        <p role="status" className={classes.notice}>
          We are checking this payment with the provider. This page changes as soon as it is known.
        </p>
      )}
      {order.notice && <Alert tone="info">{order.notice}</Alert>}
      <dl className={`${classes.facts} tabular`}>
        <Fact label={order.paidAt ? 'Paid' : 'Ordered'}>
          {momentOf(order.paidAt ?? order.createdAt)}
          <Zone />
        </Fact>
        {order.creator && <Fact label="By">{order.creator}</Fact>}
        {order.plan.priceName && <Fact label="Plan">{order.plan.priceName}</Fact>}
        {order.accessValidityInDays !== null && <Fact label="Access">{daysOf(order)}</Fact>}
      </dl>
      {order.lines.length > 1 && <Lines order={order} />}
      <Amounts rows={billRows(order)} total={{ label: 'Total', amount: order.billTotal }} />
      <Papers order={order} />
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Lines({ order }: { order: Order }) {
  return (
    <ul className={classes.lines}>
      {order.lines.map(({ _id, title, isRefunded }) => (
        <li key={_id}>{isRefunded ? `${title} (refunded)` : title}</li>
      ))}
    </ul>
  );
}

/** The invoice, and for each refund its state and its credit note. They open in a new tab. */
function Papers({ order: { invoice, refunds } }: { order: Order }) {
  return (
    <>
      {refunds.length > 0 && (
        <ul className={classes.refunds} aria-label="Refunds">
          {refunds.map((refund) => (
            <li key={refund._id} className="tabular">
              <p className={classes.refund}>{refundLine(refund)}</p>
              {refund.reason && <p className={classes.label}>{refund.reason}</p>}
              {refund.creditNote && (
                <Paper url={refund.creditNote.url}>Credit note {refund.creditNote.number}</Paper>
              )}
            </li>
          ))}
        </ul>
      )}
      {invoice && <Paper url={invoice.url}>Invoice {invoice.number}</Paper>}
    </>
  );
}

function Paper({ url, children }: { url: string; children: ReactNode }) {
  return (
    <ButtonLink variant="secondary" className={classes.paper} href={url} target="_blank" rel="noopener">
      <DocumentIcon size={18} />
      {children}
      <span className="visually-hidden"> (PDF, opens in a new tab)</span>
    </ButtonLink>
  );
}

const momentOf = (moment: string) => `${formatDay(moment)}, ${formatTime(moment)}`;

const daysOf = ({ accessValidityInDays: days }: Order) =>
  `${days?.toLocaleString('en-IN')} ${days === 1 ? 'day' : 'days'}`;
