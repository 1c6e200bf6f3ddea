import type { Ref } from 'react';
import { formatDay, formatTime } from '../../../shared/lib/dates';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { DownloadIcon } from '../../../shared/ui/icons/DownloadIcon';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { CONSENTS_PAGE, type Consent, consentPage } from '../consentQueries';
import * as classes from './Consents.module.css';
import { PagedList } from './PagedList';

const PLACES: Record<Consent['channel'], string> = {
  login: 'Login form',
  settings: 'Settings page',
  erasure: 'Account deleted',
  staff: 'Our staff, at your request',
};

export function ConsentHistory() {
  return (
    <div className="stack justify-items-start gap-3 mt-5 pt-5 border-t">
      <h3 className="text-s">Consent history</h3>
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
    <li ref={ref} className={`stack text-s leading-5 ${classes.entry}`} tabIndex={-1}>
      <span className="weight-550">{subject}</span>
      <span className={`${given ? 'green' : 'ink-2'} align-right`}>{given ? 'Given' : 'Withdrawn'}</span>
      <time className="ink-3 text-xs tabular" dateTime={at}>
        {formatDay(at)}, {formatTime(at)}
        <TimeZone />
      </time>
      <span className="ink-3 text-xs align-right">{PLACES[channel]}</span>
    </li>
  );
}
