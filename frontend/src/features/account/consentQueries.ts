import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '../../shared/api/client';
import { accountKeys } from './queries';

export type Consent = Answer<'/api/user/consents', 'get'>['data'][number];

/** Twin: apps/site/consents.py, which puts the first page into the document. */
export const CONSENTS_PAGE = 10;

/** A page of what the person agreed to and took back, newest first; the first is page 0. */
export const consentPage = (page: number) => {
  const asked = { skip: page * CONSENTS_PAGE, limit: CONSENTS_PAGE };
  return queryOptions({
    queryKey: [...accountKeys.consents, asked],
    queryFn: ({ signal }) => get('/api/user/consents', { query: asked, signal }),
  });
};
