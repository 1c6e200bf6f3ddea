import { Button } from '../../../shared/ui/Button';
import { useStopMobileChange } from '../lostNumberMutations';
import { ErrorAlert } from './ErrorAlert';

/** Opened from the notice of a change. It waits for a press: mail programs open links by themselves. */
export function StopMobileChange({ token }: { token: string }) {
  const stop = useStopMobileChange();
  if (stop.isSuccess) return <p role="status">{stop.data.message}</p>;
  return (
    <div className="stack gap-4">
      <p>Somebody asked us to change the mobile number of your account. Not you? Stop the change.</p>
      <ErrorAlert error={stop.error} fallback="other" />
      <Button size="l" wide loading={stop.isPending} onClick={() => stop.mutate(token)}>
        Stop this change
      </Button>
    </div>
  );
}
