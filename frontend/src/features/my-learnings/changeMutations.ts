import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { post, remove } from '../../shared/api/client';
import { observersNotified } from '../../shared/lib/observersNotified';
import { bookingKeys } from './bookingQueries';
import { myLearningsKeys } from './queries';
import type { WaitlistEntry } from './waitlistQueries';

interface Into {
  bookingId: string;
  sessionId: string;
}

/** Swaps a booked session for another of its program. */
export const useSwapSession = () =>
  useChange((into: Into) => post('/api/learning/sessions/reshedule/swap', into));

/** Assigns the credit of a cancelled session. */
export const useAssignSession = () =>
  useChange((into: Into) => post('/api/learning/sessions/reshedule/assign', into));

/** Cancels a session for a credit. */
export const useCancelSession = () =>
  useChange((bookingId: string) => post('/api/learning/sessions/reshedule/cancel', { bookingId }));

/** Gives up a seat that cost nothing. */
export const useGiveUpSeat = () =>
  useChange((bookingId: string) => post('/api/learning/giveup', { bookingId }));

/** Leaves a waiting list, or passes on the seat that is held. */
export const useLeaveWaitlist = () =>
  useChange((item: Pick<WaitlistEntry, 'kind' | 'id'>) => remove('/api/learning/waitlist', { body: item }));

/** Refunds a line that staff called off. */
export const useRefundLine = () =>
  useChange((lineId: string) =>
    post('/api/orders/lines/{line_id}/refund', undefined as never, { path: { line_id: lineId } }),
  );

/**
 * Invalidates bookings after success and error alike: an error means that the shown state was outdated, and
 * after a network error the outcome is unknown.
 */
function useChange<Variables, Data>(mutationFn: (variables: Variables) => Promise<Data>) {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn,
    onSettled: async () => {
      await invalidateBookings(queryClient);
      await observersNotified();
    },
  });
  // Not a callback of `mutate`: that is dropped when the changed row, and its dialog with it, is gone.
  const send = (variables: Variables, onSuccess: (data: Data) => void) => {
    mutateAsync(variables).then(onSuccess, () => undefined);
  };
  return { send, isPending, error };
}

const invalidateBookings = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: bookingKeys.live }),
    queryClient.invalidateQueries({ queryKey: myLearningsKeys.dashboard }),
    queryClient.invalidateQueries({ queryKey: ['orders'] }),
  ]);
