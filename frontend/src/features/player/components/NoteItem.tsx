import { useState } from 'react';
import { langOf, useI18n } from '../../../shared/lib/i18n';
import { Button } from '../../../shared/ui/Button';
import { AlertIcon } from '../../../shared/ui/icons/AlertIcon';
import { focusOn } from '../lib/focusOn';
import type { LocalNote } from '../lib/localNotes';
import type { NoteDraft } from '../lib/noteDrafts';
import { clock } from '../lib/topicLabels';
import { seekVideo } from '../lib/videoPosition';
import { NoteForm } from './NoteForm';
import * as classes from './Notes.module.css';

interface Props {
  note: LocalNote;
  /** Its place in the list. */
  number: number;
  isVideo: boolean;
  isReadOnly: boolean;
  /** Its deletion has just been undone: it takes the focus. */
  isRestored: boolean;
  /** Why the server does not take it. */
  refusal: string | undefined;
  /** The draft of an earlier visit. */
  draft: NoteDraft | undefined;
  onDraft: (draft: NoteDraft | null) => void;
  /** `base` is the text that the change was begun with. */
  onEdit: (text: string, base: string) => void;
  onDelete: () => void;
}

const TIMED = {
  label: /*i18n*/ 'Note at {time}',
  edit: /*i18n*/ 'Edit note at {time}',
  remove: /*i18n*/ 'Delete note at {time}',
};
const NUMBERED = {
  label: /*i18n*/ 'Note {number}',
  edit: /*i18n*/ 'Edit note {number}',
  remove: /*i18n*/ 'Delete note {number}',
};

/** A note with its moment, which moves the video there. */
export function NoteItem({
  note,
  number,
  isVideo,
  isReadOnly,
  isRestored,
  refusal,
  draft,
  onDraft,
  onEdit,
  onDelete,
}: Props) {
  const i18n = useI18n();
  /** The text that the change began with; null while there is none; at first the draft decides. */
  const [chosenBase, setChosenBase] = useState<string | null>();
  const isDraft = chosenBase === undefined && draft !== undefined && !isReadOnly;
  const base = isDraft ? draft.base : (chosenBase ?? null);
  const [takesFocus, setTakesFocus] = useState(isRestored);
  const time = clock(note.at);
  const close = () => {
    onDraft(null);
    setChosenBase(null);
    setTakesFocus(true);
  };
  const values = isVideo ? { time } : { number };
  const names = isVideo ? TIMED : NUMBERED;
  return (
    <li className="row surface gap-3 px-4 py-3">
      {isVideo && (
        <button
          type="button"
          className={`flex-none touch px-2 green text-s weight-600 ${classes.moment} tabular`}
          aria-label={i18n._('Play from {time}', { time })}
          onClick={() => seekVideo(note.at)}
        >
          {time}
        </button>
      )}
      <div className="stack gap-1 flex-1 min-w-0">
        {base !== null ? (
          <NoteForm
            label={i18n._(names.label, values)}
            text={isDraft ? draft.text : base}
            takesFocus={!isDraft}
            onChange={(text) => onDraft({ at: note.at, text, base })}
            onSave={(text) => {
              onEdit(text, base);
              close();
            }}
            onCancel={close}
          />
        ) : (
          <>
            <p className="measure text-s leading anywhere pre-wrap" lang={langOf(note.text, i18n)}>
              {note.text}
            </p>
            {refusal !== undefined && (
              <p role="alert" className={`row gap-2 red text-xs leading-5 ${classes.refusal}`}>
                <AlertIcon size={16} />
                <span>{refusal}</span>
              </p>
            )}
            <div className={`cluster items-center ${classes.foot}`}>
              {!isReadOnly && (
                <>
                  <Button
                    ref={takesFocus ? focusOn : undefined}
                    variant="quiet"
                    size="s"
                    aria-label={i18n._(names.edit, values)}
                    onClick={() => setChosenBase(note.text)}
                  >
                    {i18n._('Edit')}
                  </Button>
                  <Button
                    variant="quiet"
                    size="s"
                    aria-label={i18n._(names.remove, values)}
                    onClick={onDelete}
                  >
                    {i18n._('Delete')}
                  </Button>
                </>
              )}
              <span className={`ink-3 text-xs ${classes.state}`}>
                {note.pending ? i18n._('Saved on this device') : i18n._('Saved')}
              </span>
            </div>
          </>
        )}
      </div>
    </li>
  );
}
