import { Button } from '../../../shared/ui/Button';
import { useConfirmEmail } from '../emailMutations';
import { ErrorAlert } from './ErrorAlert';

/** It waits for a press: mail programs open links by themselves. The token is null before it is known. */
export function ConfirmEmail({ token }: { token: string | null }) {
  const confirm = useConfirmEmail();
  if (confirm.isSuccess) return <p role="status">{confirm.data.message}</p>;
  return (
    <div className="stack gap-4">
      <p>Receipts and reminders of your Rally account will then go to this address.</p>
      <ErrorAlert error={confirm.error} fallback="other" />
      <Button
        size="l"
        wide
        loading={confirm.isPending}
        disabled={token === null}
        onClick={() => confirm.mutate(token ?? '')}
      >
        Confirm this address
      </Button>
    </div>
  );
}
