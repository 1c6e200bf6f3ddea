import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import { Button } from '../../../shared/ui/Button';
import {
  changesOf,
  DETAILS,
  type Detail,
  type Draft,
  detailErrorsOf,
  draft,
  useDraft,
  writtenDraft,
  writtenFocus,
} from '../lib/details';
import { gstinFrom, NOT_GSTIN } from '../lib/gstin';
import { needsProof } from '../lib/proof';
import { useSaveDetails } from '../profileMutations';
import type { User } from '../queries';
import { ProfileFields } from './ProfileFields';
import classes from './ProfileForm.module.css';
import { RefusalAlert } from './RefusalAlert';

const ProofDialog = lazy(() => import(/* webpackChunkName: "proof-dialog" */ './ProofDialog'));

/** The server writes the same markup before React comes: templates/parts/profile_form.html. */
export function ProfileForm({ user }: { user: User }) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const outcome = useRef<HTMLParagraphElement>(null);
  const [written] = useState(() => writtenDraft(user));
  const [focus] = useState(writtenFocus);
  const [errors, setErrors] = useState<Draft>({});
  const [isSaved, setSaved] = useState(false);
  const [isProving, setProving] = useState(false);
  const save = useSaveDetails();
  const unsaved = useDraft(user._id) ?? written;
  const changes = changesOf(user, unsaved);
  const isChanged = Object.keys(changes).length > 0;

  useFocusKept(save.isPending, () => (button.current?.disabled ? outcome : button).current?.focus());
  const change = (name: Detail, value: string) => {
    draft.add(user._id, { [name]: value }, written);
    setErrors(({ [name]: _mended, ...others }) => others);
    setSaved(false);
    save.reset();
  };
  const refuse = (found: Draft) => {
    setErrors(found);
    focusFirst(form.current, found);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const send = () => {
    save.reset();
    if (changes.gstNo && !gstinFrom(changes.gstNo)) return refuse({ gstNo: NOT_GSTIN });
    setErrors({});
    save.mutate(changes, {
      onSuccess: () => {
        draft.settle(user._id, changes);
        setSaved(true);
      },
      onError: (reason) => {
        if (needsProof(reason)) setProving(true);
        else refuse(detailErrorsOf(reason));
      },
    });
  };
  const discard = () => {
    draft.discard(user._id);
    setErrors({});
    save.reset();
    focusFirst(form.current, changes);
  };

  return (
    <form ref={form} className={classes.root} noValidate onSubmit={submit}>
      <ProfileFields user={user} unsaved={unsaved} errors={errors} focus={focus} onChange={change} />
      {Object.keys(errors).length === 0 && <RefusalAlert error={save.error} fallback="saveUser" />}
      <div className={classes.foot}>
        <Button ref={button} type="submit" loading={save.isPending} disabled={!isChanged}>
          Save
        </Button>
        {isChanged && !save.isPending && (
          <>
            <Button variant="quiet" onClick={discard}>
              Discard changes
            </Button>
            <p className={classes.unsaved}>Not saved yet.</p>
          </>
        )}
        <p ref={outcome} role="status" tabIndex={-1} className={classes.outcome}>
          {isSaved && 'Your details are saved.'}
        </p>
      </div>
      {isProving && (
        <Suspense>
          <ProofDialog
            user={user}
            onClose={() => setProving(false)}
            onDone={() => {
              setProving(false);
              send();
            }}
          />
        </Suspense>
      )}
    </form>
  );
}

/** Puts the focus into the first field that is among these. */
function focusFirst(form: HTMLFormElement | null, these: Draft) {
  const name = DETAILS.find((detail) => these[detail] !== undefined);
  const field = name && form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
