import { Button } from '../../../shared/ui/Button';
import { useResendEmailLink } from '../emailMutations';
import { ErrorAlert } from './ErrorAlert';
import classes from './ProfileForm.module.css';

/** Beside an address to which nothing but its link is sent. */
export function EmailConfirmation({ email }: { email: string }) {
  const resend = useResendEmailLink();
  return (
    <div className={classes.confirmation}>
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
