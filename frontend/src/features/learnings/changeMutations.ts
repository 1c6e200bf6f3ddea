import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { post } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';
import { bookedKeys } from './bookedQueries';
import { learningsKeys } from './queries';

interface Into {
  bookingId: string;
  sessionId: string;
}

/** Moves a booked session to another of its program. */
export const useSwapSession = () =>
  useChange((into: Into) => post('/api/learning/sessions/reshedule/swap', into));

/** Uses the credit of a cancelled session. */
export const useAssignSession = () =>
  useChange((into: Into) => post('/api/learning/sessions/reshedule/assign', into));

/** Gives a seat up for a credit. */
export const useCancelSession = () =>
  useChange((bookingId: string) => post('/api/learning/sessions/reshedule/cancel', { bookingId }));

/** Takes the money back for what the provider called off. */
export const useRefundLine = () =>
  useChange((lineId: string) =>
    post('/api/orders/lines/{line_id}/refund', undefined as never, { path: { line_id: lineId } }),
  );

/**
 * Whatever the answer, what is booked is asked for anew: a refusal means that it stands otherwise than it
 * was shown, and after a failure nobody knows how it stands.
 */
function useChange<Asked, Answer>(write: (asked: Asked) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useWrite(async (asked: Asked) => {
    try {
      return await write(asked);
    } finally {
      await forgetBooked(queryClient);
    }
  });
}

const forgetBooked = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: bookedKeys.live }),
    queryClient.invalidateQueries({ queryKey: learningsKeys.dashboard }),
    queryClient.invalidateQueries({ queryKey: ['orders'] }),
  ]);
