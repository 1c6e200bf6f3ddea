import { formatDay } from '../../../shared/lib/dates';
import { langOf, useI18n } from '../../../shared/lib/i18n';
import { siteData } from '../../../shared/lib/pageData';
import { AppLink } from '../../../shared/ui/AppLink';
import { classNames } from '../../../shared/ui/classNames';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { CloseIcon } from '../../../shared/ui/icons/CloseIcon';
import type { PublicCertificate } from '../queries';
import * as classes from './CertificateSheet.module.css';

/** What a certificate states, for everybody who has its code. */
export function CertificateSheet({ certificate }: { certificate: PublicCertificate }) {
  const i18n = useI18n();
  const { registration } = siteData();
  const { code, learnerName, courseTitle, weburlname, issuedAt, withdrawnAt } = certificate;
  return (
    <div
      className={classNames(
        `stack gap-6 surface ${classes.root}`,
        withdrawnAt !== null && classes.withdrawnSheet,
      )}
    >
      {withdrawnAt === null ? (
        <p className="row items-center gap-2 green weight-600">
          <CheckIcon />
          {i18n._('This certificate is valid.')}
        </p>
      ) : (
        <p className={`row items-center gap-2 red weight-600 ${classes.withdrawn}`}>
          <CloseIcon size={20} />
          {i18n._('This certificate was withdrawn on {day}. It is not valid any more.', {
            day: formatDay(withdrawnAt, i18n),
          })}
        </p>
      )}
      <dl className={`stack gap-5 gap-x-8 ${classes.facts}`}>
        {learnerName !== null && (
          <div className={classes.person}>
            <dt>{i18n._('This certifies that')}</dt>
            <dd lang={langOf(learnerName, i18n)}>{learnerName}</dd>
          </div>
        )}
        <div className={classes.course}>
          <dt>{learnerName === null ? i18n._('Course') : i18n._('completed all topics of the course')}</dt>
          <dd lang={langOf(courseTitle, i18n)}>
            {weburlname ? <AppLink to={`/courses/${weburlname}`}>{courseTitle}</AppLink> : courseTitle}
          </dd>
        </div>
        <div>
          <dt>{i18n._('Issued on')}</dt>
          <dd>{formatDay(issuedAt, i18n)}</dd>
        </div>
        <div>
          <dt>{i18n._('Certificate code')}</dt>
          <dd className="tabular">{code}</dd>
        </div>
        <div>
          <dt>{i18n._('Issued by')}</dt>
          <dd lang={langOf(registration.registeredName, i18n)}>{registration.registeredName}</dd>
        </div>
        <div>
          <dt>{i18n._('SEBI registration')}</dt>
          <dd className="tabular">{registration.number}</dd>
        </div>
      </dl>
      <p className="measure pt-5 ink-2 text-s border-t">
        {i18n._(
          'This is a certificate of completion. It is not a qualification, and not a certification by SEBI or NISM.',
        )}
      </p>
    </div>
  );
}
