import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { Conversation } from '../../features/support/components/Conversation';
import { RequestList } from '../../features/support/components/RequestList';
import { kindOf } from '../../features/support/lib/status';
import { useLinkedReply, useReply } from '../../features/support/mutations';
import { linkedRequest, supportRequest } from '../../features/support/queries';
import { AppLink } from '../../shared/ui/AppLink';
import { ChevronLeftIcon } from '../../shared/ui/icons/ChevronLeftIcon';
import leads from '../leads/member.json';
import { PageHead } from '../page/PageHead';
import type { RouteRow } from '../routing/routeRow';

/**
 * What the member wrote to us; with `?request=` one grievance or message and our replies. The link in our
 * emails opens one without a login.
 */
export default function Support({ row }: { row: RouteRow }) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  if (row.name === 'support-request') return <LinkedRequest linkKey={params.get('key') ?? ''} />;
  const number = params.get('request');
  if (number) return <Request number={number} />;
  return (
    <>
      <PageHead title={row.title} lead={leads.support} />
      <div className="container pb-10">
        <RequestList />
      </div>
    </>
  );
}

function LinkedRequest({ linkKey }: { linkKey: string }) {
  const { data } = useSuspenseQuery(linkedRequest(linkKey));
  const mutation = useLinkedReply(linkKey);
  return (
    <>
      <PageHead
        title={data.data.subject || kindOf(data.data)}
        lead={
          <>
            You are reading this by the link in our email. Replies that you send here are marked as sent
            without a login. To withdraw a grievance, <AppLink to="/support">log in</AppLink> and write to us
            there.
          </>
        }
      />
      <div className="container">
        <Conversation request={data.data} mutation={mutation} />
      </div>
    </>
  );
}

function Request({ number }: { number: string }) {
  const { data } = useSuspenseQuery(supportRequest(number));
  const mutation = useReply(number);
  return (
    <>
      <PageHead title={data.data.subject || kindOf(data.data)}>
        <AppLink className="inline-row items-center gap-1 touch mt-2 text-s" to="/support">
          <ChevronLeftIcon size={18} />
          All requests
        </AppLink>
      </PageHead>
      <div className="container">
        <Conversation request={data.data} mutation={mutation} />
      </div>
    </>
  );
}
