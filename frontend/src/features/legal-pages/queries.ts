import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';

export type LegalPageData = ApiResponse<'/api/page/{slug}', 'get'>['data'];
export type Complaints = ApiResponse<'/api/complaints', 'get'>['data'];
export type SourceRow = Complaints['total'];
export type Trend = Complaints['monthly'];
export type AuditRow = ApiResponse<'/api/audit', 'get'>['data'][number];

export const legalPageKeys = {
  page: (slug: string) => ['legal-pages', 'page', slug] as const,
  complaints: ['legal-pages', 'complaints'] as const,
  audits: ['legal-pages', 'audits'] as const,
};

export const legalPage = (slug: string) =>
  queryOptions({
    queryKey: legalPageKeys.page(slug),
    queryFn: ({ signal }) => get('/api/page/{slug}', { path: { slug }, signal }),
  });

export const complaintFigures = () =>
  queryOptions({
    queryKey: legalPageKeys.complaints,
    queryFn: ({ signal }) => get('/api/complaints', { signal }),
  });

export const auditList = () =>
  queryOptions({
    queryKey: legalPageKeys.audits,
    queryFn: ({ signal }) => get('/api/audit', { signal }),
  });
