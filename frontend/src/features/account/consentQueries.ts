import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';
import { settingsKeys } from './settingsKeys';

export type Consent = ApiResponse<'/api/user/consents', 'get'>['data'][number];

/** The server requests the same first (apps/site/pages). */
export const CONSENTS_PAGE = 10;

/** A page of the consent history, newest first; the first is page 0. */
export const consentPage = (page: number) => {
  const params = { skip: page * CONSENTS_PAGE, limit: CONSENTS_PAGE };
  return queryOptions({
    queryKey: [...settingsKeys.consents, params],
    queryFn: ({ signal }) => get('/api/user/consents', { query: params, signal }),
  });
};
