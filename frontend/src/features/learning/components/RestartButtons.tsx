import { type ComponentType, useState } from 'react';
import { Button } from '../../../shared/ui/Button';
import { RestartIcon } from '../../../shared/ui/icons/RestartIcon';
import type { Learner } from '../lib/useLearner';
import type { Topic } from '../queries';
import classes from './RestartButtons.module.css';
import type { RestartDialogProps } from './RestartDialog';

interface Props {
  learner: Learner;
  courseId: string;
  topic: Topic;
  /** The dialog, which comes when it is asked for. */
  Restart: ComponentType<RestartDialogProps>;
  onDone: () => void;
}

export function RestartButtons({ learner, courseId, topic, Restart, onDone }: Props) {
  const [asked, setAsked] = useState<'topic' | 'course' | null>(null);
  const ask = (thing: 'topic' | 'course') => {
    // What plays on behind the question would be news of what is about to be set back.
    for (const film of document.querySelectorAll('video')) film.pause();
    setAsked(thing);
  };
  const close = () => setAsked(null);
  const done = () => {
    close();
    onDone();
  };
  return (
    <div className={classes.root}>
      {(['topic', 'course'] as const).map((thing) => (
        <Button key={thing} variant="quiet" aria-haspopup="dialog" onClick={() => ask(thing)}>
          <RestartIcon size={18} />
          Restart {thing}
        </Button>
      ))}
      {asked && (
        <Restart
          learner={learner}
          courseId={courseId}
          topic={asked === 'topic' ? topic : undefined}
          onClose={close}
          onDone={done}
        />
      )}
    </div>
  );
}
