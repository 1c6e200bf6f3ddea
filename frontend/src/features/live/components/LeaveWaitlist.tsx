import { isShownError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import type { LiveEvent } from '../lib/event';
import { useLeaveWaitlist } from '../mutations';

/** For somebody who waits, or who does not want the seat that is held for them. */
export function LeaveWaitlist({ event }: { event: LiveEvent }) {
  const leave = useLeaveWaitlist({ kind: event.kind, id: event.id });
  return (
    <>
      <Button variant="secondary" wide loading={leave.isPending} onClick={() => leave.mutate()}>
        {event.waitlist?.offeredUntil ? 'Give the seat to the next person' : 'Leave the waiting list'}
      </Button>
      {isShownError(leave.error) && <Alert>{messageOf(leave.error, 'other')}</Alert>}
    </>
  );
}
