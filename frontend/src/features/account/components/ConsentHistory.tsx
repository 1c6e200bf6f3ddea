import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef, useState } from 'react';
import { formatDay, formatTime } from '../../../shared/lib/dates';
import { Button } from '../../../shared/ui/Button';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { CONSENTS_PAGE, type Consent, consentPage } from '../consentQueries';
import { isSessionEnd } from '../lib/sessionEnd';
import classes from './Consents.module.css';
import { ErrorAlert } from './ErrorAlert';

const KINDS: Record<Consent['kind'], string> = {
  terms: 'Terms and privacy policy',
  whatsapp: 'WhatsApp messages',
};

const PLACES: Record<Consent['channel'], string> = {
  login: 'Login form',
  settings: 'Settings page',
  erasure: 'Account deleted',
  staff: 'Our staff, at your request',
};

export function ConsentHistory() {
  const [pages, setPages] = useState(1);
  const { data } = useQuery(consentPage(0));
  const total = data?.totalCount;
  return (
    <div className={classes.ledger}>
      <h3 className={classes.title}>Consent history</h3>
      {total === 0 ? (
        <p className={classes.quiet}>No consents recorded yet.</p>
      ) : (
        <ol className={classes.list}>
          {Array.from({ length: pages }, (_, page) => page).map((page) => (
            <Page key={page} page={page} />
          ))}
        </ol>
      )}
      {total !== undefined && pages * CONSENTS_PAGE < total && (
        <Button variant="secondary" onClick={() => setPages(pages + 1)}>
          Show more
        </Button>
      )}
    </div>
  );
}

function Page({ page }: { page: number }) {
  const { data, error, isFetching, refetch } = useQuery(consentPage(page));
  const first = useRef<HTMLLIElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    // 'Show more' may be gone after the last page: the focus moves to the first new row.
    if (page > 0 && isLoaded && hasFocusIn(first.current?.closest('div'))) first.current?.focus();
  }, [page, isLoaded]);
  const isRefused = error !== null && !isSessionEnd(error);
  return (
    <>
      {isRefused && (
        <li className={classes.refused}>
          <ErrorAlert error={error} fallback="other" />
          <Button variant="secondary" loading={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </li>
      )}
      {data?.data.map((entry, index) => (
        <Entry key={entry._id} ref={index === 0 ? first : null} entry={entry} />
      ))}
      {!data && !isRefused && (
        <li className={classes.awaited} aria-busy="true">
          <span role="status">Loading</span>
        </li>
      )}
    </>
  );
}

function Entry({ entry: { kind, given, at, channel }, ref }: { entry: Consent; ref: Ref<HTMLLIElement> }) {
  return (
    <li ref={ref} className={classes.entry} tabIndex={-1}>
      <span className={classes.what}>{KINDS[kind]}</span>
      <span className={given ? classes.given : classes.withdrawn}>{given ? 'Given' : 'Withdrawn'}</span>
      <time className={`${classes.when} tabular`} dateTime={at}>
        {formatDay(at)}, {formatTime(at)}
        <TimeZone />
      </time>
      <span className={classes.where}>{PLACES[channel]}</span>
    </li>
  );
}

/** Whether the focus is inside this element, or nowhere. */
const hasFocusIn = (part: Element | null | undefined) =>
  document.activeElement === document.body || part?.contains(document.activeElement);
