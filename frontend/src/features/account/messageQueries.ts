import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';
import { settingsKeys } from './settingsKeys';

export type SentMessage = ApiResponse<'/api/user/messages', 'get'>['data'][number];

export const MESSAGES_PAGE = 20;

/** A page of the messages that the user was sent, newest first; the first is page 0. */
export const messagePage = (page: number) => {
  const params = { skip: page * MESSAGES_PAGE, limit: MESSAGES_PAGE };
  return queryOptions({
    queryKey: [...settingsKeys.messages, params],
    queryFn: ({ signal }) => get('/api/user/messages', { query: params, signal }),
  });
};
