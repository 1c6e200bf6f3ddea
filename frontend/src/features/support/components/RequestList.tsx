import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../shared/lib/dates';
import { AppLink } from '../../../shared/ui/AppLink';
import { Badge } from '../../../shared/ui/Badge';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Card, cardLink } from '../../../shared/ui/Card';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { kindOf, statusOf } from '../lib/status';
import { type SupportRequestCard, supportRequests } from '../queries';
import * as classes from './RequestList.module.css';

/** The member's grievances and messages, with their states. */
export function RequestList() {
  const query = useQuery(supportRequests());
  if (!query.data) {
    return (
      <QueryFallback query={query} what="your requests">
        <Skeleton lines={6} />
      </QueryFallback>
    );
  }
  const requests = query.data.data;
  if (requests.length === 0) {
    return (
      <EmptyState action={<ButtonLink to="/contact">Write to us</ButtonLink>}>
        You haven't written to us yet. Your messages, grievances and our replies will appear here.
      </EmptyState>
    );
  }
  return (
    <ul className={`stack gap-3 ${classes.list}`} aria-label="Requests">
      {requests.map((request) => (
        <li key={request.number}>
          <Row request={request} />
        </li>
      ))}
    </ul>
  );
}

function Row({ request }: { request: SupportRequestCard }) {
  const { label, tone } = statusOf(request);
  const { number, subject, repliedAt, receivedAt, dueDate } = request;
  return (
    <Card element="article" interactive className="cluster items-start justify-between gap-2 gap-x-4">
      <div className={classes.text}>
        <h2 className="text-m anywhere">
          <AppLink className={cardLink} to={`/support?request=${number}`}>
            {subject || kindOf(request)}
          </AppLink>
        </h2>
        <p className="cluster gap-x-4 ink-2 text-s leading-5 tabular">
          <span>{kindOf(request)}</span>
          <span>{number}</span>
          <span>{formatDay(receivedAt)}</span>
        </p>
        <p className="cluster gap-x-4 ink-2 text-s leading-5 tabular">
          {repliedAt && <span>We replied on {formatDay(repliedAt)}</span>}
          {dueDate && <span>Reply due by {formatDay(dueDate)}</span>}
        </p>
      </div>
      <Badge tone={tone}>{label}</Badge>
    </Card>
  );
}
