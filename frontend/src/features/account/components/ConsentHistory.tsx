import type { Ref } from 'react';
import { formatDay, formatTime } from '../../../shared/lib/dates';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { DownloadIcon } from '../../../shared/ui/icons/DownloadIcon';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { CONSENTS_PAGE, type Consent, consentPage } from '../consentQueries';
import classes from './Consents.module.css';
import { PagedList } from './PagedList';

const PLACES: Record<Consent['channel'], string> = {
  login: 'Login form',
  settings: 'Settings page',
  erasure: 'Account deleted',
  staff: 'Our staff, at your request',
};

export function ConsentHistory() {
  return (
    <div className={classes.ledger}>
      <h3 className={classes.title}>Consent history</h3>
      <PagedList pageQuery={consentPage} pageSize={CONSENTS_PAGE} empty="No consents recorded yet.">
        {(entry, ref) => <Entry entry={entry} ref={ref} />}
      </PagedList>
      <ButtonLink variant="secondary" size="s" href="/api/user/consents/file" download>
        <DownloadIcon size={18} />
        Download consent history
      </ButtonLink>
    </div>
  );
}

function Entry({ entry: { subject, given, at, channel }, ref }: { entry: Consent; ref: Ref<HTMLLIElement> }) {
  return (
    <li ref={ref} className={classes.entry} tabIndex={-1}>
      <span className={classes.what}>{subject}</span>
      <span className={given ? classes.given : classes.withdrawn}>{given ? 'Given' : 'Withdrawn'}</span>
      <time className={`${classes.when} tabular`} dateTime={at}>
        {formatDay(at)}, {formatTime(at)}
        <TimeZone />
      </time>
      <span className={classes.where}>{PLACES[channel]}</span>
    </li>
  );
}
