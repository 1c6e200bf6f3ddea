import { useState } from 'react';
import { Button } from '../../../shared/ui/Button';
import { RestartIcon } from '../../../shared/ui/icons/RestartIcon';
import { lazySection } from '../../../shared/ui/LazySection';
import type { CourseProgressState } from '../lib/useCourseProgress';
import type { Topic } from '../queries';
import * as classes from './RestartButtons.module.css';

const RestartDialog = lazySection(() => import(/* webpackChunkName: "restart-dialog" */ './RestartDialog'));

interface Props {
  learner: CourseProgressState;
  courseId: string;
  topic: Topic;
  onDone: () => void;
}

export function RestartButtons({ learner, courseId, topic, onDone }: Props) {
  const [requested, setRequested] = useState<'topic' | 'course' | null>(null);
  const ask = (value: 'topic' | 'course') => {
    // Pauses the video: its progress would be reported for a topic that is about to be reset.
    for (const source of document.querySelectorAll('video')) source.pause();
    setRequested(value);
  };
  const close = () => setRequested(null);
  const done = () => {
    close();
    onDone();
  };
  return (
    <div className={`cluster gap-2 ${classes.root}`}>
      {(['topic', 'course'] as const).map((value) => (
        <Button key={value} variant="quiet" aria-haspopup="dialog" onClick={() => ask(value)}>
          <RestartIcon size={18} />
          Restart {value}
        </Button>
      ))}
      {requested && (
        <RestartDialog
          learner={learner}
          courseId={courseId}
          topic={requested === 'topic' ? topic : undefined}
          onClose={close}
          onDone={done}
        />
      )}
    </div>
  );
}
