import { queryOptions } from '@tanstack/react-query';
import { ApiError, type ApiResponse, get } from '../../shared/api/client';

export type OwnCertificate = ApiResponse<'/api/course/certificate/{key}', 'get'>;
export type PublicCertificate = ApiResponse<'/api/certificate/{code}', 'get'>['data'];

/** The server requests the same first (apps/site/pages). */
export const certificateKeys = {
  own: (courseKey: string) => ['certificates', 'own', courseKey] as const,
  check: (code: string) => ['certificates', 'public', code] as const,
};

/** The member's certificate of a course, which the first request issues; null if they withdrew it themselves. */
export const ownCertificate = (courseKey: string) =>
  queryOptions({
    queryKey: certificateKeys.own(courseKey),
    queryFn: async ({ signal }): Promise<OwnCertificate | null> => {
      try {
        return await get('/api/course/certificate/{key}', { path: { key: courseKey }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'withdrawn') return null;
        throw error;
      }
    },
  });

/** What everybody may read of a certificate. */
export const certificateCheck = (code: string) =>
  queryOptions({
    queryKey: certificateKeys.check(code),
    queryFn: ({ signal }) => get('/api/certificate/{code}', { path: { code }, signal }),
  });
