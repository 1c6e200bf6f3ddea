import { useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useAuth } from '../../features/account/queries';
import { AuditTable } from '../../features/words/components/AuditTable';
import { ComplaintTables } from '../../features/words/components/ComplaintTables';
import { ContactForm } from '../../features/words/components/ContactForm';
import { GrievanceForm } from '../../features/words/components/GrievanceForm';
import { WordPage } from '../../features/words/components/WordPage';
import { auditList, complaintFigures, wordPage } from '../../features/words/queries';
import type { RouteRow } from '../routeRow';
import { useTitle } from '../useTitle';

/** What some of the pages show above their text. */
const above: Record<string, ComponentType> = {
  complaints: Complaints,
  audit: Audit,
  'grievance-redressal': Grievance,
  contact: Contact,
};

/** A page of words; its name is the last part of its address. */
export default function Words({ row }: { row: RouteRow }) {
  const { data } = useSuspenseQuery(wordPage(row.path.split('/').at(-1) ?? ''));
  // Views for the app share a page with the site: there each address keeps the title of its own.
  useTitle(row.bare ? row.title : data.data.title);
  const Above = above[row.name];
  return <WordPage page={data.data}>{Above && <Above />}</WordPage>;
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
