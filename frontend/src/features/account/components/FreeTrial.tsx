import { useRef, useState } from 'react';
import { durationText } from '../../../shared/lib/businessConstants';
import { loginDialog } from '../../../shared/stores/loginDialog';
import { Button } from '../../../shared/ui/Button';
import { Form } from '../../../shared/ui/Form';
import { lazySection } from '../../../shared/ui/LazySection';
import { useForm } from '../../../shared/ui/useForm';
import { mobileFrom, NOT_MOBILE } from '../lib/mobile';
import { useAuth } from '../queries';
import { useRequestTrial } from '../trialMutations';
import * as classes from './FreeTrial.module.css';
import { MobileField } from './MobileField';
import { OtpError } from './OtpError';

const loadMemberTrial = () => import(/* webpackChunkName: "member-trial" */ './MemberTrial');
const MemberTrial = lazySection(loadMemberTrial);

/** Preloads the login dialog and what follows it, while the number is typed. */
const warm = () =>
  Promise.all([import(/* webpackChunkName: "login-dialog" */ './LoginDialog'), loadMemberTrial()]).catch(
    () => undefined,
  );

/** Hidden from members with Pro. Who has just requested the trial reads that Pro includes it. */
export function FreeTrial() {
  const { user } = useAuth();
  const [wasRequested, setRequested] = useState(false);
  if (user?.trial.status === 'included' && !wasRequested) return null;
  return (
    <section className="container py-8" id="freeTrial">
      <div className={classes.card}>
        <h2>{durationText('trialLength')} of Pro courses, free</h2>
        <p className="measure mt-3">
          The trial unlocks every Pro course, once per mobile number. Live sessions and advice are not
          included, and nothing is charged when it ends.
        </p>
        {user ? (
          <MemberTrial user={user} wasRequested={wasRequested} />
        ) : (
          <VisitorTrial onRequested={() => setRequested(true)} />
        )}
      </div>
    </section>
  );
}

function VisitorTrial({ onRequested }: { onRequested: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const request = useRequestTrial();
  const form = useForm(request, (values: { mobile: string }, send) => {
    const mobile = mobileFrom(values.mobile);
    if (mobile === null) return { mobile: NOT_MOBILE };
    return send(mobile, {
      onSuccess: () => {
        onRequested();
        loginDialog.open({ mobile, opener: button.current });
      },
    });
  });
  const { error, ...field } = form.field('mobile');
  const refusal = form.error && (
    <span role="alert">
      <OtpError error={form.error} fallback="other" />
    </span>
  );
  return (
    <>
      <Form className={`stack gap-3 mt-5 ${classes.form}`} {...form.props} onFocus={warm}>
        <MobileField {...field} error={error ?? refusal} />
        <Button ref={button} type="submit" loading={request.isPending} className={classes.start}>
          Start Free Trial
        </Button>
      </Form>
      <p className="mt-3 ink-2 text-s">We'll send an OTP to confirm your number.</p>
    </>
  );
}
