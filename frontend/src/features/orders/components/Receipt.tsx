import type { ReactNode } from 'react';
import { billRows } from '../../../shared/lib/bill';
import { formatDay, formatTime } from '../../../shared/lib/dates';
import { Alert } from '../../../shared/ui/Alert';
import { Amounts } from '../../../shared/ui/Amounts';
import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { DocumentIcon } from '../../../shared/ui/icons/DocumentIcon';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { orderStatus, refundText } from '../lib/orderStatus';
import { isUnderWay, type Order } from '../queries';
import * as classes from './Receipt.module.css';

/** An order: items, amounts, documents and refunds. */
export function Receipt({ order }: { order: Order }) {
  const { tone, label } = orderStatus(order);
  return (
    <section
      className={`stack surface justify-items-start gap-5 p-card ${classes.root}`}
      aria-labelledby="receipt"
    >
      <div className="cluster items-center justify-between gap-2 gap-x-4 w-full">
        <h2 id="receipt" className="text-l">
          Receipt {order.number}
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {isUnderWay(order) && (
        <p role="status" className="ink-2 text-s">
          We are checking this payment with the provider. This page updates as soon as we know.
        </p>
      )}
      {order.notice && <Alert tone="info">{order.notice}</Alert>}
      <dl className={`stack gap-3 gap-x-6 text-s ${classes.facts} tabular`}>
        <Fact label={order.paidAt ? 'Paid on' : 'Ordered on'}>
          {momentOf(order.paidAt ?? order.createdAt)}
          <TimeZone />
        </Fact>
        {order.creator && <Fact label="Mentor">{order.creator}</Fact>}
        {order.plan.priceName && <Fact label="Plan">{order.plan.priceName}</Fact>}
        {order.accessValidityInDays !== null && <Fact label="Access">{daysOf(order)}</Fact>}
      </dl>
      {order.lines.some(({ title }) => title !== order.title) && <Lines order={order} />}
      <Amounts rows={billRows(order)} total={{ label: 'Total', amount: order.billTotal }} />
      <Documents order={order} />
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="ink-3 text-xs leading-5">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Lines({ order }: { order: Order }) {
  return (
    <ul className={`stack gap-1 text-s ${classes.lines}`}>
      {order.lines.map(({ _id, title, isRefunded }) => (
        <li key={_id}>{isRefunded ? `${title} (refunded)` : title}</li>
      ))}
    </ul>
  );
}

/** The invoice, and for each refund its status and credit note. They open in a new tab. */
function Documents({ order: { invoice, refunds } }: { order: Order }) {
  return (
    <>
      {refunds.length > 0 && (
        <ul className={`stack gap-4 p-4 text-s ${classes.refunds}`} aria-label="Refunds">
          {refunds.map((refund) => (
            <li key={refund._id} className="tabular">
              <p className="weight-550">{refundText(refund)}</p>
              {refund.reason && <p className="ink-3 text-xs leading-5">{refund.reason}</p>}
              {refund.creditNote && (
                <DocumentLink url={refund.creditNote.url}>
                  Credit note {refund.creditNote.number}
                </DocumentLink>
              )}
            </li>
          ))}
        </ul>
      )}
      {invoice && <DocumentLink url={invoice.url}>Invoice {invoice.number}</DocumentLink>}
    </>
  );
}

function DocumentLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <ButtonLink variant="secondary" className={classes.document} href={url} target="_blank" rel="noopener">
      <DocumentIcon size={18} />
      {children}
      <span className="visually-hidden"> (PDF, opens in a new tab)</span>
    </ButtonLink>
  );
}

const momentOf = (datetime: string) => `${formatDay(datetime)}, ${formatTime(datetime)}`;

const daysOf = ({ accessValidityInDays: days, kind }: Order) =>
  `${days?.toLocaleString('en-IN')} ${days === 1 ? 'day' : 'days'}${kind === 'liveTrading' ? ' after each session' : ''}`;
