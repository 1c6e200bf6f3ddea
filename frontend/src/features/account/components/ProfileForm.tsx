import { type FormEvent, useRef, useState } from 'react';
import { clearError } from '../../../shared/lib/clearError';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Button } from '../../../shared/ui/Button';
import { Form } from '../../../shared/ui/Form';
import { LazySection } from '../../../shared/ui/LazySection';
import { useLazyComponent } from '../../../shared/ui/useLazyComponent';
import { gstinFrom, NOT_GSTIN } from '../lib/gstin';
import {
  changesOf,
  DETAILS,
  type Draft,
  draft,
  type ProfileField,
  profileErrors,
  useDraft,
} from '../lib/profile';
import { needsReauth } from '../lib/reauth';
import { useSaveProfile } from '../profileMutations';
import { type User, useAuth } from '../queries';
import { ErrorAlert } from './ErrorAlert';
import { ProfileFields } from './ProfileFields';
import classes from './ProfileForm.module.css';

const loadReauthDialog = () => import(/* webpackChunkName: "proof-dialog" */ './ReauthDialog');

export function ProfileForm({ user }: { user: User }) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const outcome = useRef<HTMLParagraphElement>(null);
  const [errors, setErrors] = useState<Draft>({});
  const [isSaved, setSaved] = useState(false);
  const [isReauthenticating, setReauthenticating] = useState(false);
  const reauthDialog = useLazyComponent(loadReauthDialog);
  const save = useSaveProfile();
  const { error: userError } = useAuth();
  const unsaved = useDraft(user._id);
  const changes = changesOf(user, unsaved);
  const isChanged = Object.keys(changes).length > 0;

  useRestoreFocus(save.isPending, () => (button.current?.disabled ? outcome : button).current?.focus());
  const change = (name: ProfileField, value: string) => {
    draft.add(user._id, { [name]: value });
    setErrors(({ [name]: _changed, gstNo, ...others }) => ({
      ...others,
      // It may be wrong for the state that it was sent with.
      ...(gstNo && name !== 'gstNo' && name !== 'state' && { gstNo }),
    }));
    setSaved(false);
    clearError(save);
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
    clearError(save);
    if (changes.gstNo && !gstinFrom(changes.gstNo)) return refuse({ gstNo: NOT_GSTIN });
    setErrors({});
    save.mutate(changes, {
      onSuccess: () => {
        draft.settle(user._id, changes);
        setSaved(true);
      },
      onError: (reason) => {
        if (needsReauth(reason)) setReauthenticating(true);
        else refuse(profileErrors(reason));
      },
    });
  };
  const discard = () => {
    draft.discard(user._id);
    setErrors({});
    clearError(save);
    focusFirst(form.current, changes);
  };

  return (
    <Form ref={form} className={classes.root} noValidate onSubmit={submit}>
      <ProfileFields user={user} unsaved={unsaved} errors={errors} onChange={change} />
      {Object.keys(errors).length === 0 && <ErrorAlert error={save.error} fallback="saveUser" />}
      <ErrorAlert error={userError} fallback="user" />
      <div className={classes.foot}>
        <Button ref={button} type="submit" loading={save.isPending} disabled={!isChanged}>
          Save
        </Button>
        {isChanged && !save.isPending && (
          <>
            <Button variant="quiet" onClick={discard}>
              Discard changes
            </Button>
            <p className={classes.unsaved}>You have unsaved changes.</p>
          </>
        )}
        <p ref={outcome} role="status" tabIndex={-1} className={classes.outcome}>
          {isSaved && 'Your details have been saved.'}
        </p>
      </div>
      {isReauthenticating && (
        <LazySection
          lazyComponent={reauthDialog}
          props={{
            user,
            onClose: () => setReauthenticating(false),
            onDone: () => {
              setReauthenticating(false);
              send();
            },
          }}
        />
      )}
    </Form>
  );
}

/** Focuses the first field with one of these names. */
function focusFirst(form: HTMLFormElement | null, these: Draft) {
  const name = DETAILS.find((detail) => these[detail] !== undefined);
  const field = name && form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
