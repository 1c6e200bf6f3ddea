import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { forgetPerson, isOfThePage } from '../features/account/mutations';
import type { User } from '../features/account/queries';
import { loginDialog, useLoginDialog } from '../shared/stores/loginDialog';
import classes from './DialogHost.module.css';
import { PartBoundary } from './layouts/PartBoundary';
import { usePart } from './layouts/part';
import { takeLoginTarget } from './loginTarget';

const load = () =>
  import(/* webpackChunkName: "login-dialog" */ '../features/account/components/LoginDialog');

/** Where the login dialog stands, whoever asks for it. */
export function LoginHost() {
  const request = useLoginDialog((state) => state.request);
  const { Part, retry } = usePart(load);
  const { key } = useLocation();
  const way = useNavigationType();
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const dismiss = () => {
    loginDialog.close();
    if (request?.endedFor) forgetPerson(queryClient);
  };
  const finish = (user: User) => {
    const target = takeLoginTarget();
    const { endedFor, onDone } = request ?? {};
    loginDialog.close();
    if (endedFor) {
      // Nothing of the one person may be shown to the other.
      if (endedFor !== user._id) void queryClient.resetQueries({ predicate: isOfThePage });
    } else if (onDone) onDone();
    else if (target) navigate(target);
  };

  // It belongs to the page on which it was opened: going anywhere else closes it. A page that asks for
  // its data on the way in, and learns that the session ended, is where the person was going already.
  const leave = useEffectEvent(() => {
    if (!request?.endedFor || way === 'POP') dismiss();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the page.
  useEffect(() => () => leave(), [key]);

  return (
    request && (
      <PartBoundary
        className={classes.failed}
        message="The login could not be loaded. Please check your connection."
        onRetry={retry}
      >
        <Suspense>
          <Part request={request} onClose={dismiss} onDone={finish} />
        </Suspense>
      </PartBoundary>
    )
  );
}
