import { Button } from '../../../shared/ui/Button';
import { useResendEmailLink } from '../emailMutations';
import { ErrorAlert } from './ErrorAlert';

/** Beside an address to which nothing but its link is sent. */
export function EmailConfirmation({ email }: { email: string }) {
  const resend = useResendEmailLink();
  return (
    <div className="stack justify-items-start gap-2 ink-2 text-xs leading-5 anywhere">
      <p>
        Not confirmed yet. We've sent a link to <b>{email}</b>. Until you open it, receipts and reminders go
        to your phone.
      </p>
      {resend.isSuccess || (
        <Button variant="secondary" size="s" loading={resend.isPending} onClick={() => resend.mutate()}>
          Resend link
        </Button>
      )}
      <p role="status">{resend.data?.message}</p>
      <ErrorAlert error={resend.error} fallback="other" />
    </div>
  );
}
