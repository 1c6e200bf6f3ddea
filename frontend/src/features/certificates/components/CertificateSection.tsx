import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import { formatDay } from '../../../shared/lib/dates';
import { langOf, useI18n } from '../../../shared/lib/i18n';
import { Alert } from '../../../shared/ui/Alert';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { DownloadIcon } from '../../../shared/ui/icons/DownloadIcon';
import { LazySection } from '../../../shared/ui/LazySection';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { ShareButton } from '../../../shared/ui/ShareButton';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { useLazyComponent } from '../../../shared/ui/useLazyComponent';
import { useIssueCertificate } from '../mutations';
import { type OwnCertificate, ownCertificate } from '../queries';
import * as classes from './CertificateSection.module.css';

const loadWithdrawDialog = () =>
  import(/* webpackChunkName: "withdraw-certificate" */ './WithdrawCertificateDialog');

interface Props {
  courseKey: string;
  courseTitle: string;
  /** Without a name nothing is issued, so the form asks for it first. */
  hasName: boolean;
  nameForm: ReactNode;
}

/** The member's certificate of a course: issued by opening the page. */
export function CertificateSection({ courseKey, courseTitle, hasName, nameForm }: Props) {
  const i18n = useI18n();
  const query = useQuery({ ...ownCertificate(courseKey), enabled: hasName });
  const heading = useRef<HTMLHeadingElement>(null);
  const [outcome, setOutcome] = useState('');
  const changed = (message: string) => {
    setOutcome(message);
    heading.current?.focus();
  };
  const certificate = query.data;
  const code = query.error instanceof ApiError ? query.error.code : null;
  return (
    <section className={`stack gap-4 surface p-card ${classes.root}`} aria-labelledby="certificate">
      <h2 id="certificate" ref={heading} tabIndex={-1} className="text-l no-ring">
        {i18n._('Your certificate')}
      </h2>
      <p role="status" className="green text-s hide-empty">
        {outcome}
      </p>
      {certificate?.revoked ? (
        <Revoked code={certificate.code} revoked={certificate.revoked} />
      ) : certificate ? (
        <Issued {...{ courseKey, courseTitle, certificate }} onWithdrawn={changed} />
      ) : certificate === null ? (
        <IssueAgain courseKey={courseKey} onIssued={changed} />
      ) : code === 'not_completed' ? (
        <p className="measure ink-2 text-s">{messageOf(query.error, 'other', i18n)}</p>
      ) : !hasName || code === 'name_needed' ? (
        <>
          <p className="measure ink-2 text-s">
            {i18n._('Enter your name as it should be printed on the certificate.')}
          </p>
          {nameForm}
        </>
      ) : (
        <QueryFallback query={query} what="certificate">
          <Skeleton lines={3} />
        </QueryFallback>
      )}
    </section>
  );
}

interface IssuedProps {
  courseKey: string;
  courseTitle: string;
  certificate: OwnCertificate;
  onWithdrawn: (message: string) => void;
}

function Issued({ courseKey, courseTitle, certificate, onWithdrawn }: IssuedProps) {
  const i18n = useI18n();
  const dialog = useLazyComponent(loadWithdrawDialog);
  const [isOpen, setOpen] = useState(false);
  const { code, issuedAt, pdf, page } = certificate;
  return (
    <>
      <dl className={`cluster gap-3 gap-x-8 ${classes.facts}`}>
        <div>
          <dt>{i18n._('Issued on')}</dt>
          <dd>{formatDay(issuedAt, i18n)}</dd>
        </div>
        <div>
          <dt>{i18n._('Certificate code')}</dt>
          <dd className="tabular">{code}</dd>
        </div>
      </dl>
      <p className="measure ink-2 text-s">
        {i18n._('Anyone with the link can check it and sees your name, the course and the date.')}{' '}
        <AppLink to={page}>{i18n._('See the public page')}</AppLink>
      </p>
      <div className="cluster items-center gap-3">
        {pdf !== null && (
          <ButtonLink href={pdf} download="">
            <DownloadIcon size={20} />
            {i18n._('Download PDF')}
          </ButtonLink>
        )}
        <ShareButton
          title={i18n._('Certificate of completion: {title}', { title: courseTitle })}
          path={page}
        />
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          onPointerEnter={dialog.preload}
          onFocus={dialog.preload}
          onClick={() => setOpen(true)}
        >
          {i18n._('Withdraw')}
        </Button>
      </div>
      {isOpen && (
        <LazySection
          lazyComponent={dialog}
          props={{
            courseKey,
            onClose: () => setOpen(false),
            onDone: onWithdrawn,
          }}
        />
      )}
    </>
  );
}

/** Staff withdrew it: the learner reads why, and whom to ask. */
function Revoked({ code, revoked }: { code: string; revoked: NonNullable<OwnCertificate['revoked']> }) {
  const i18n = useI18n();
  return (
    <>
      <p className="red weight-600">
        We withdrew this certificate on {formatDay(revoked.at, i18n)}. It is not valid any more.
      </p>
      <dl className={`cluster gap-3 gap-x-8 ${classes.facts}`}>
        <div>
          <dt>Reason</dt>
          <dd lang={langOf(revoked.reason, i18n)}>{revoked.reason}</dd>
        </div>
        <div>
          <dt>{i18n._('Certificate code')}</dt>
          <dd className="tabular">{code}</dd>
        </div>
      </dl>
      <p className="measure ink-2 text-s">
        Your course and your progress stay as they are. If you think this is a mistake,{' '}
        <AppLink to="/contact">contact us</AppLink>.
      </p>
    </>
  );
}

function IssueAgain({ courseKey, onIssued }: { courseKey: string; onIssued: (message: string) => void }) {
  const i18n = useI18n();
  const issue = useIssueCertificate(courseKey, onIssued);
  return (
    <>
      <p className="measure ink-2 text-s">
        {i18n._('You withdrew this certificate, so its link no longer works.')}
      </p>
      {issue.isError && <Alert>{messageOf(issue.error, 'other', i18n)}</Alert>}
      <div className="cluster items-center gap-3">
        <Button loading={issue.isPending} onClick={() => issue.mutate()}>
          {i18n._('Issue a new certificate')}
        </Button>
      </div>
    </>
  );
}
