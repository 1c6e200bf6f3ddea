import { Button } from '../../../shared/ui/Button';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { RULES } from '../lib/topicLabels';
import type { Topic } from '../queries';

interface Props {
  kind: Topic['ContentType'];
  isCompleted: boolean;
  onRead: () => void;
}

/** Whether the topic is completed, and if not what completes it. */
export function Completion({ kind, isCompleted, onRead }: Props) {
  const isRead = kind === 'article' || kind === 'pdf';
  return (
    <div className="cluster items-center gap-3 gap-x-5">
      <p
        role="status"
        className={
          isCompleted ? 'inline-row items-center gap-2 green text-s weight-600' : 'measure ink-2 text-s'
        }
      >
        {isCompleted && <CheckIcon />}
        {isCompleted ? 'Completed' : RULES[kind]}
      </p>
      {isRead && !isCompleted && <Button onClick={onRead}>Mark as read</Button>}
    </div>
  );
}
