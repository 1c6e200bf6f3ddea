import { messageOf } from '../../../shared/api/messages';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import type { Learner } from '../lib/useLearner';
import { useRestart } from '../mutations';
import type { Topic } from '../queries';

export interface RestartDialogProps {
  learner: Learner;
  courseId: string;
  /** Without one it is the whole course. */
  topic?: Pick<Topic, '_id' | 'ContentType'> | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Asks whether it is meant: what it sets back cannot be brought forward again. */
export default function RestartDialog({ learner, courseId, topic, onClose, onDone }: RestartDialogProps) {
  const restart = useRestart(learner.courier);
  const thing = topic ? 'topic' : 'course';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="s"
      title={`Restart this ${thing}?`}
      description={
        topic
          ? 'Its position and its tick are set back. The minutes you have learned stay.'
          : 'All its topics are set back, and their ticks are gone. The minutes you have learned stay.'
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep my progress
          </Button>
          <Button
            loading={restart.isPending}
            onClick={() => restart.mutate({ userId: learner.userId, courseId, topic }, { onSuccess: onDone })}
          >
            Restart {thing}
          </Button>
        </>
      }
    >
      {restart.isError && <Alert>{messageOf(restart.error, 'other')}</Alert>}
    </Dialog>
  );
}
