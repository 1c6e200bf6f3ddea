import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { mobileFrom } from '../lib/mobile';
import { needsProof } from '../lib/proof';
import { useErase } from '../profileMutations';
import { useAuth } from '../queries';
import classes from './EraseDialog.module.css';
import { MobileField, mobileErrorOf } from './MobileField';
import { ProofSteps } from './ProofSteps';
import { RefusalAlert } from './RefusalAlert';

const NOT_OWN = 'Enter the mobile number of this account, ten digits.';

interface Props {
  onClose: () => void;
  onDone: (message: string) => void;
}

export default function EraseDialog({ onClose, onDone }: Props) {
  const { user } = useAuth();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [mobile, setMobile] = useState('');
  const [isWrong, setWrong] = useState(false);
  const erase = useErase(onDone);
  const isProving = needsProof(erase.error);
  const mobileError = isWrong ? NOT_OWN : mobileErrorOf(erase.error);

  useFocusKept(erase.isPending, () => field.current?.focus());
  const close = () => {
    if (!erase.isPending) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const own = mobileFrom(mobile);
    const isOwn = own !== null && own === user?.mobile;
    setWrong(!isOwn);
    erase.reset();
    if (isOwn) erase.mutate(own);
    else field.current?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Delete your account?"
      description="It cannot be brought back, by you or by us."
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          {!isProving && (
            <Button type="submit" form={formId} variant="danger" loading={erase.isPending}>
              Delete account
            </Button>
          )}
        </>
      }
    >
      {isProving && user ? (
        <>
          <p className={classes.ask}>You logged in a while ago. Enter a new OTP to delete your account.</p>
          <ProofSteps user={user} onDone={() => erase.mutate(user.mobile)} />
        </>
      ) : (
        <>
          <WhatHappens />
          <form id={formId} className={classes.form} noValidate onSubmit={submit}>
            <p className={classes.ask}>To confirm, enter the mobile number of this account.</p>
            <MobileField
              ref={field}
              value={mobile}
              error={mobileError}
              onChange={(text) => {
                setWrong(false);
                erase.reset();
                setMobile(text);
              }}
            />
            {!mobileError && <RefusalAlert error={erase.error} fallback="other" />}
          </form>
        </>
      )}
    </Dialog>
  );
}

/** Takes the focus as it comes: on a phone the field would bring up the keyboard and hide all this. */
function WhatHappens() {
  const facts = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => facts.current?.focus(), []);
  return (
    <div ref={facts} className={classes.facts} tabIndex={-1}>
      <h3>Deleted at once</h3>
      <ul>
        <li>Your name, mobile number, e-mail, company, GSTIN and address</li>
        <li>The messages we sent you, your progress, and your sessions on all devices</li>
        <li>Your way into your courses, live sessions and Pro</li>
      </ul>
      <h3>Kept, without you in it</h3>
      <ul>
        <li>Invoices, because the law asks us to keep them; one for a company names it and its GSTIN</li>
        <li>The record of consents given and taken back, as proof</li>
        <li>That this number has had its free trial, in a form that does not show the number</li>
      </ul>
      <p>
        If you want a copy,{' '}
        <a href="/api/user/data" download>
          download your data
        </a>{' '}
        first.
      </p>
    </div>
  );
}
