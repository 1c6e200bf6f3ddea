import { useState } from 'react';
import { useI18n } from '../../../shared/lib/i18n';
import { Button } from '../../../shared/ui/Button';
import { focusOn } from '../lib/focusOn';
import type { NoteDraft } from '../lib/noteDrafts';
import { clock } from '../lib/topicLabels';
import { currentPosition, pauseVideo, useVideoPosition } from '../lib/videoPosition';
import { NoteForm } from './NoteForm';

interface Props {
  isVideo: boolean;
  resumeAt: number;
  /** The draft of an earlier visit. */
  draft: NoteDraft | undefined;
  onDraft: (draft: NoteDraft | null) => void;
  onAdd: (at: number, text: string) => void;
}

/** The button 'Add a note at 2:05', and the form that takes its place. The video waits while one writes. */
export function AddNote({ isVideo, resumeAt, draft, onDraft, onAdd }: Props) {
  const i18n = useI18n();
  /** Undefined until the person opens or closes the form: then the draft decides. */
  const [chosenAt, setChosenAt] = useState<number | null>();
  const [hasWritten, setWritten] = useState(false);
  const startedAt = chosenAt === undefined ? (draft?.at ?? null) : chosenAt;
  const close = () => {
    onDraft(null);
    setChosenAt(null);
    setWritten(true);
  };
  const begin = () => {
    pauseVideo();
    setChosenAt(isVideo ? (currentPosition() ?? resumeAt) : 0);
  };
  if (startedAt !== null) {
    return (
      <NoteForm
        label={isVideo ? i18n._('Note at {time}', { time: clock(startedAt) }) : i18n._('Note')}
        text={chosenAt === undefined ? draft?.text : ''}
        takesFocus={chosenAt !== undefined}
        onChange={(text) => onDraft({ at: startedAt, text, base: '' })}
        onSave={(text) => {
          onAdd(startedAt, text);
          close();
        }}
        onCancel={close}
      />
    );
  }
  return (
    <div>
      <Button variant="secondary" ref={hasWritten ? focusOn : undefined} onClick={begin}>
        {isVideo ? <AddLabel resumeAt={resumeAt} /> : i18n._('Add a note')}
      </Button>
    </div>
  );
}

/** Renders again with each second of the video. */
function AddLabel({ resumeAt }: { resumeAt: number }) {
  const i18n = useI18n();
  const time = clock(useVideoPosition() ?? resumeAt);
  return <span className="tabular">{i18n._('Add a note at {time}', { time })}</span>;
}
