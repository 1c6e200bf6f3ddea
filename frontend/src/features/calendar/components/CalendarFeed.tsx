import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../shared/api/messages';
import { feedLinks } from '../../../shared/lib/calendarLinks';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { Field } from '../../../shared/ui/Field';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { useRenewCalendarFeed } from '../mutations';
import { calendarFeed } from '../queries';
import * as classes from './CalendarFeed.module.css';

/** The URL by which calendar apps follow all bookings. */
export function CalendarFeed() {
  const query = useQuery(calendarFeed());
  if (!query.data) {
    return (
      <QueryFallback query={query} what="your calendar address">
        <Skeleton shape="block" height="9rem" />
      </QueryFallback>
    );
  }
  return <Feed url={query.data.url} />;
}

function Feed({ url }: { url: string }) {
  const isHydrated = useIsHydrated();
  const renew = useRenewCalendarFeed();
  const [outcome, setOutcome] = useState('');
  const { google, outlook, app } = feedLinks(url);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('Address copied.');
    } catch {
      setOutcome('Select the address and copy it.');
    }
  };
  return (
    <div className="stack gap-4">
      <div className="cluster gap-2">
        <ButtonLink variant="secondary" href={google} target="_blank" rel="noreferrer">
          Google Calendar
        </ButtonLink>
        <ButtonLink variant="secondary" href={outlook} target="_blank" rel="noreferrer">
          Outlook
        </ButtonLink>
        <ButtonLink variant="secondary" href={app}>
          Calendar app
        </ButtonLink>
      </div>
      <div className={`stack columns-1-auto items-start gap-2 ${classes.address}`}>
        <Field
          label="Calendar address"
          hint="Keep it private: whoever has it can see what you have booked."
          className={classes.field}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="secondary" disabled={!isHydrated} onClick={copy}>
          Copy
        </Button>
      </div>
      <div className="cluster items-center gap-x-3">
        <Button
          variant="quiet"
          loading={renew.isPending}
          onClick={() => renew.mutate(undefined, { onSuccess: ({ message }) => setOutcome(message) })}
        >
          Make a new address
        </Button>
        <p className="ink-3 text-xs">The old address stops working. Add the new one to your calendar.</p>
      </div>
      {renew.isError && <Alert>{messageOf(renew.error, 'other')}</Alert>}
      <p role="status" className="green text-s hide-empty">
        {outcome}
      </p>
    </div>
  );
}
