import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { CertificateSheet } from '../../features/certificates/components/CertificateSheet';
import { certificateCheck } from '../../features/certificates/queries';
import { useI18n } from '../../shared/lib/i18n';
import { PageHead } from '../page/PageHead';
import { useTitle } from '../page/useTitle';
import * as classes from './Certificate.module.css';

/** The public page on which a certificate can be checked. */
export default function Certificate() {
  const i18n = useI18n();
  const { code = '' } = useParams<'code'>();
  const { data } = useSuspenseQuery(certificateCheck(code));
  const title = i18n._('Certificate of completion');
  useTitle(`${title} · ${data.data.courseTitle}`);
  return (
    <>
      <PageHead title={title} lead={i18n._('The public record of a completed course.')} />
      <div className={`container ${classes.root}`}>
        <CertificateSheet certificate={data.data} />
      </div>
    </>
  );
}
