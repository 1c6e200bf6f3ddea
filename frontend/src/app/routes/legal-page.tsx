import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useAuth } from '../../features/account/queries';
import { ContactForm } from '../../features/contact-forms/components/ContactForm';
import { GrievanceForm } from '../../features/contact-forms/components/GrievanceForm';
import { AuditTable } from '../../features/legal-pages/components/AuditTable';
import { ComplaintTables } from '../../features/legal-pages/components/ComplaintTables';
import { LegalPage } from '../../features/legal-pages/components/LegalPage';
import { auditList, complaintFigures, legalPage } from '../../features/legal-pages/queries';
import { useTitle } from '../page/useTitle';
import type { RouteRow } from '../routing/routeRow';
import { Awaited } from '../sections/QuerySection';

/** Components shown above the text of some pages. */
const above: Record<string, ComponentType> = {
  complaints: Complaints,
  audit: Audit,
  'grievance-redressal': Grievance,
  contact: Contact,
};

/** A legal page; its slug is the last part of the path. */
export default function LegalPageRoute({ row }: { row: RouteRow }) {
  const { data } = useSuspenseQuery(legalPage(row.path.split('/').at(-1) ?? ''));
  // The bare pages for the app show the same content as pages of the site, under their own title.
  useTitle(row.bare ? row.title : data.data.title);
  const Above = above[row.name];
  return <LegalPage page={data.data}>{Above && <Above />}</LegalPage>;
}

function Complaints() {
  const query = useQuery(complaintFigures());
  return query.data ? (
    <ComplaintTables figures={query.data.data} />
  ) : (
    <Awaited query={query} what="complaints" />
  );
}

function Audit() {
  const query = useQuery(auditList());
  return query.data ? <AuditTable rows={query.data.data} /> : <Awaited query={query} what="audits" />;
}

function Grievance() {
  const { user } = useAuth();
  return <GrievanceForm key={user?._id} member={user} />;
}

function Contact() {
  const { user } = useAuth();
  return <ContactForm key={user?._id} member={user} />;
}
