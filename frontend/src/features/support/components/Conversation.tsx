import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDay, formatTime } from '../../../shared/lib/dates';
import { Badge } from '../../../shared/ui/Badge';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { kindOf, sizeText, statusOf } from '../lib/status';
import type { Reply, SupportRequest } from '../queries';
import * as classes from './Conversation.module.css';
import { ReplyForm } from './ReplyForm';

interface Props {
  request: SupportRequest;
  mutation: UseMutationResult<unknown, Error, string>;
}

/** A request with its number, its state, all that was written, and a form to reply. */
export function Conversation({ request, mutation }: Props) {
  const { label, tone } = statusOf(request);
  return (
    <div className={`stack gap-6 pb-10 ${classes.root}`}>
      <dl className={`cluster gap-3 gap-x-8 ${classes.facts} tabular`}>
        <Fact name={kindOf(request)}>{request.number}</Fact>
        <Fact name="Status">
          <Badge tone={tone}>{label}</Badge>
        </Fact>
        {request.dueDate && <Fact name="Reply due by">{formatDay(request.dueDate)}</Fact>}
      </dl>
      <ol className="stack gap-4" aria-label="Conversation">
        <Entry isFromStaff={false} byLink={false} text={request.message} at={request.receivedAt} />
        {request.replies.map((reply) => (
          <Entry key={reply.id} {...reply} />
        ))}
      </ol>
      {request.takesReplies && <ReplyForm reopens={request.reopensByReply} mutation={mutation} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Entry({
  isFromStaff,
  byLink,
  text,
  at,
  attachments = [],
}: Omit<Reply, 'id' | 'attachments'> & Partial<Reply>) {
  return (
    <li className={isFromStaff ? classes.staff : classes.own}>
      <p className={`cluster gap-x-4 mb-2 ${classes.head}`}>
        <b>{isFromStaff ? 'Rally support' : 'You'}</b>
        <time className="tabular" dateTime={at}>
          {formatDay(at)}, {formatTime(at)} <TimeZone />
        </time>
        {byLink && <span>By the link in an email, not logged in</span>}
      </p>
      <p className="anywhere pre-wrap" dir="auto">
        {text}
      </p>
      {attachments.length > 0 && (
        <ul className={`stack gap-1 mt-3 anywhere ${classes.files}`} aria-label="Attachments">
          {attachments.map(({ name, size, url }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>{' '}
              <span className="tabular">{sizeText(size)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
