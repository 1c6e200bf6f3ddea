import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, get } from '../../shared/api/client';

const PAUSE = 5_000;
const UNKNOWN: ApiResponse<'/api/login/otp/status', 'get'> = { data: { status: 'sending' }, message: '' };

/** What became of the OTP that this browser requested last; asked some seconds later, until it is known. */
export const codeStatus = (sentAt: number) =>
  queryOptions({
    queryKey: ['code status', sentAt],
    queryFn: ({ signal }) => get('/api/login/otp/status', { signal }),
    initialData: UNKNOWN,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state: { data, error } }) =>
      !error && data && ['sending', 'late'].includes(data.data.status) ? PAUSE : false,
  });
