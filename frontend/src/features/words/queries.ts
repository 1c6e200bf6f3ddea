import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';

export type WordPageData = Answer<'/api/page/{slug}', 'get'>['data'];
export type Complaints = Answer<'/api/complaints', 'get'>['data'];
export type SourceRow = Complaints['total'];
export type Trend = Complaints['monthly'];
export type AuditRow = Answer<'/api/audit', 'get'>['data'][number];

export const wordKeys = {
  page: (slug: string) => ['words', 'page', slug] as const,
  complaints: ['words', 'complaints'] as const,
  audits: ['words', 'audits'] as const,
};

export const wordPage = (slug: string) =>
  queryOptions({
    queryKey: wordKeys.page(slug),
    queryFn: ({ signal }) => get('/api/page/{slug}', { path: { slug }, signal }),
  });

export const complaintFigures = () =>
  queryOptions({
    queryKey: wordKeys.complaints,
    queryFn: ({ signal }) => get('/api/complaints', { signal }),
  });

export const auditList = () =>
  queryOptions({
    queryKey: wordKeys.audits,
    queryFn: ({ signal }) => get('/api/audit', { signal }),
  });
