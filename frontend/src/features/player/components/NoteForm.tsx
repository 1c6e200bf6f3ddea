import { type KeyboardEvent, useState } from 'react';
import type { Limits } from '../../../shared/api/generated/limits';
import { useI18n } from '../../../shared/lib/i18n';
import { excessOf } from '../../../shared/lib/textLength';
import { Button } from '../../../shared/ui/Button';
import { TextareaField } from '../../../shared/ui/Field';
import { focusOn } from '../lib/focusOn';

const MAX_LENGTH: (Limits['NewNoteInRequest'] & Limits['NoteInRequest'])['text'] = 2000;

interface Props {
  label: string;
  text?: string | undefined;
  /** The person has just opened it; a draft of an earlier visit takes no focus. */
  takesFocus?: boolean;
  onChange: (text: string) => void;
  onSave: (text: string) => void;
  onCancel: () => void;
}

export function NoteForm({
  label,
  text: initial = '',
  takesFocus = true,
  onChange,
  onSave,
  onCancel,
}: Props) {
  const i18n = useI18n();
  const [text, setText] = useState(initial);
  const trimmed = text.trim();
  const excess = excessOf(trimmed, MAX_LENGTH);
  const canSave = trimmed !== '' && !excess;
  const save = () => canSave && onSave(trimmed);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
  };
  return (
    <form
      className="stack gap-3 measure"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextareaField
        ref={takesFocus ? focusOn : undefined}
        label={label}
        value={text}
        error={excess && i18n._('Too long by {excess}. The limit is {limit} characters.', excess)}
        rows={3}
        onChange={(event) => {
          setText(event.target.value);
          onChange(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="cluster gap-2">
        <Button type="submit" disabled={!canSave}>
          {i18n._('Save note')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {i18n._('Cancel')}
        </Button>
      </div>
    </form>
  );
}
