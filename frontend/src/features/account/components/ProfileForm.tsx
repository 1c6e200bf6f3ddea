import { useRef, useState } from 'react';
import { clearError } from '../../../shared/lib/clearError';
import { useRestoreFocus } from '../../../shared/lib/useRestoreFocus';
import { Button } from '../../../shared/ui/Button';
import { Form } from '../../../shared/ui/Form';
import { LazySection } from '../../../shared/ui/LazySection';
import { useForm } from '../../../shared/ui/useForm';
import { useLazyComponent } from '../../../shared/ui/useLazyComponent';
import { gstinFrom, NOT_GSTIN } from '../lib/gstin';
import { changesOf, draft, type ProfileField, useDraft } from '../lib/profile';
import { needsReauth } from '../lib/reauth';
import { useSaveProfile } from '../profileMutations';
import { type User, useAuth } from '../queries';
import { ErrorAlert } from './ErrorAlert';
import { ProfileFields } from './ProfileFields';
import * as classes from './ProfileForm.module.css';

const loadReauthDialog = () => import(/* webpackChunkName: "proof-dialog" */ './ReauthDialog');

export function ProfileForm({ user }: { user: User }) {
  const outcome = useRef<HTMLParagraphElement>(null);
  const [isReauthenticating, setReauthenticating] = useState(false);
  const reauthDialog = useLazyComponent(loadReauthDialog);
  const save = useSaveProfile();
  const { error: userError } = useAuth();
  const unsaved = useDraft(user._id);
  const changes = changesOf(user, unsaved);
  const [firstChanged] = Object.keys(changes);

  const form = useForm(save, (_values, send) => {
    if (changes.gstNo && !gstinFrom(changes.gstNo)) return { gstNo: NOT_GSTIN };
    return send(changes, {
      onSuccess: () => draft.settle(user._id, changes),
      onError: (error) => setReauthenticating(needsReauth(error)),
    });
  });
  // The button stays disabled: nothing is left to save.
  useRestoreFocus(save.isPending, () => outcome.current?.focus());
  const change = (name: ProfileField, value: string) => {
    draft.add(user._id, { [name]: value });
    // It may be wrong for the state that it was sent with.
    if (name === 'state') form.clear('gstNo');
  };
  const discard = () => {
    draft.discard(user._id);
    form.refuse({});
    clearError(save);
    form.props.ref.current?.querySelector<HTMLElement>(`[name=${firstChanged}]`)?.focus();
  };

  return (
    <>
      <Form className="stack gap-5" {...form.props}>
        <ProfileFields user={user} unsaved={unsaved} field={form.field} onChange={change} />
        <ErrorAlert error={form.error} fallback="saveUser" />
        <ErrorAlert error={userError} fallback="user" />
        <div className={`cluster items-center ${classes.foot}`}>
          <Button type="submit" loading={save.isPending} disabled={!firstChanged}>
            Save
          </Button>
          {firstChanged && !save.isPending && (
            <>
              <Button variant="quiet" onClick={discard}>
                Discard changes
              </Button>
              <p className={classes.unsaved}>You have unsaved changes.</p>
            </>
          )}
          <p ref={outcome} role="status" tabIndex={-1} className={`green ${classes.outcome}`}>
            {save.isSuccess && 'Your details have been saved.'}
          </p>
        </div>
      </Form>
      {isReauthenticating && (
        <LazySection
          lazyComponent={reauthDialog}
          props={{
            user,
            onClose: () => setReauthenticating(false),
            onDone: () => {
              setReauthenticating(false);
              form.props.ref.current?.requestSubmit();
            },
          }}
        />
      )}
    </>
  );
}
