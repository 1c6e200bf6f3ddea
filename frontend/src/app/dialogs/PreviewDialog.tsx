import PreviewPlayer from '../../features/player/components/PreviewPlayer';
import { Dialog } from '../../shared/ui/Dialog';

interface Props {
  courseKey: string;
  topic: { _id: string; title: string };
  onClose: () => void;
}

/** A free preview of a course, open to visitors. */
export default function PreviewDialog({ courseKey, topic, onClose }: Props) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="l"
      title={topic.title}
      description="A free preview of this course."
    >
      <PreviewPlayer courseKey={courseKey} topicId={topic._id} />
    </Dialog>
  );
}
