import { useMutation } from '@tanstack/react-query';
import { post } from '../../shared/api/client';

export interface LostNumber {
  name: string;
  oldMobile: string;
  newMobile: string;
  email: string;
  proof: string;
}

/** Asks staff for another number; the same request sent twice is one. */
export const useReportLostNumber = () =>
  useMutation({ mutationFn: (body: LostNumber) => post('/api/login/lost-number', body) });

/** Stops a change of number with the token of its notice; doing so again changes nothing. */
export const useStopMobileChange = () =>
  useMutation({ mutationFn: (token: string) => post('/api/login/lost-number/stop', { token }) });
