import { messageOf } from '../../../shared/api/messages';
import { useI18n } from '../../../shared/lib/i18n';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { useWithdrawCertificate } from '../mutations';

interface Props {
  courseKey: string;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Asks for confirmation: links and printed codes stop working for good. */
export default function WithdrawCertificateDialog({ courseKey, onClose, onDone }: Props) {
  const i18n = useI18n();
  const { mutate, isPending, isError, error } = useWithdrawCertificate(courseKey, onDone);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      dismissible={!isPending}
      size="s"
      title={i18n._('Withdraw this certificate?')}
      description={i18n._(
        'Its link and its QR code stop working, and your name is removed from its public page. You can have a new certificate issued, with a new code.',
      )}
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            {i18n._('Keep certificate')}
          </Button>
          <Button variant="danger" loading={isPending} onClick={() => mutate()}>
            {i18n._('Withdraw certificate')}
          </Button>
        </>
      }
    >
      {isError && <Alert>{messageOf(error, 'other', i18n)}</Alert>}
    </Dialog>
  );
}
