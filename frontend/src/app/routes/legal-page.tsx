import { useSuspenseQuery } from '@tanstack/react-query';
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
  const { data } = useSuspenseQuery(complaintFigures());
  return <ComplaintTables figures={data.data} />;
}

function Audit() {
  const { data } = useSuspenseQuery(auditList());
  return <AuditTable rows={data.data} />;
}

function Grievance() {
  const { user } = useAuth();
  return <GrievanceForm key={user?._id} member={user} />;
}

function Contact() {
  const { user } = useAuth();
  return <ContactForm key={user?._id} member={user} />;
}
