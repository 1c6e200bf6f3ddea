import { messageOf } from '../../../shared/api/messages';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import type { CourseProgressState } from '../lib/useCourseProgress';
import { useRestart } from '../mutations';
import type { Topic } from '../queries';

interface Props {
  learner: CourseProgressState;
  courseId: string;
  /** Without it the whole course is restarted. */
  topic?: Pick<Topic, '_id' | 'ContentType'> | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for confirmation: a restart cannot be undone. */
export default function RestartDialog({ learner, courseId, topic, onClose, onDone }: Props) {
  const restart = useRestart(learner.sync);
  const value = topic ? 'topic' : 'course';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="s"
      title={`Restart this ${value}?`}
      description={
        topic
          ? 'Your progress here will be reset. Your minutes learned are kept.'
          : 'Your progress in all its topics will be reset. Your minutes learned are kept.'
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
            Restart {value}
          </Button>
        </>
      }
    >
      {restart.isError && <Alert>{messageOf(restart.error, 'other')}</Alert>}
    </Dialog>
  );
}
