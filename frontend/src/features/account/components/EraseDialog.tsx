import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { ApiResponse } from '../../../shared/api/client';
import { formatRupees } from '../../../shared/lib/money';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { Form } from '../../../shared/ui/Form';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { useForm } from '../../../shared/ui/useForm';
import { mobileFrom } from '../lib/mobile';
import { needsReauth } from '../lib/reauth';
import { erasureRefunds, useErase } from '../profileMutations';
import { useAuth } from '../queries';
import * as classes from './EraseDialog.module.css';
import { ErrorAlert } from './ErrorAlert';
import { MobileField } from './MobileField';
import { ReauthSteps } from './ReauthSteps';

const NOT_OWN = 'Enter the 10-digit mobile number of this account.';

interface Props {
  onClose: () => void;
  onDone: (message: string) => void;
}

export default function EraseDialog({ onClose, onDone }: Props) {
  const { user } = useAuth();
  const formId = useId();
  const erase = useErase(onDone);
  const refunds = useQuery(erasureRefunds());
  const isReauthenticating = needsReauth(erase.error);
  const close = () => {
    if (!erase.isPending) onClose();
  };
  const form = useForm(erase, (values: { mobile: string }, send) => {
    const mobile = mobileFrom(values.mobile);
    if (mobile === null || mobile !== user?.mobile) return { mobile: NOT_OWN };
    // Nobody deletes an account before they are told what is refunded.
    if (refunds.data) send(mobile);
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Delete your account?"
      description="This cannot be undone."
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          {!isReauthenticating && (
            <Button
              type="submit"
              form={formId}
              variant="danger"
              disabled={refunds.isError}
              loading={erase.isPending}
            >
              Delete account
            </Button>
          )}
        </>
      }
    >
      {isReauthenticating && user ? (
        <>
          <p className="text-s">You logged in a while ago. Enter a new OTP to delete your account.</p>
          <ReauthSteps user={user} onDone={() => form.send(user.mobile)} />
        </>
      ) : (
        <>
          <WhatHappens grievancesKept={refunds.data?.grievancesKept}>
            {refunds.data ? (
              <Refunds refunds={refunds.data.data} />
            ) : (
              <QueryFallback query={refunds} what="what is refunded">
                <Skeleton lines={2} />
              </QueryFallback>
            )}
          </WhatHappens>
          <Form id={formId} className="stack gap-3 mt-5" {...form.props}>
            <p className="text-s">To confirm, enter the mobile number of this account.</p>
            <MobileField {...form.field('mobile')} defaultValue={erase.variables} />
            <ErrorAlert error={form.error} fallback="other" />
          </Form>
        </>
      )}
    </Dialog>
  );
}

function Refunds({ refunds }: { refunds: ApiResponse<'/api/user/erase/refunds', 'get'>['data'] }) {
  if (refunds.length === 0) return null;
  return (
    <>
      <h3>Refunded to your original payment method</h3>
      <ul>
        {refunds.map(({ number, title, amount }) => (
          <li key={number}>
            {title}: <strong>{formatRupees(amount)}</strong>
          </li>
        ))}
      </ul>
      <p>Everything else you bought ends without a refund.</p>
    </>
  );
}

/** Takes the initial focus: focusing the field would open a phone's keyboard over the text. */
function WhatHappens({
  grievancesKept,
  children,
}: {
  grievancesKept: string | undefined;
  children: ReactNode;
}) {
  const facts = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => facts.current?.focus(), []);
  return (
    <div ref={facts} className={`stack gap-2 text-s no-ring ${classes.facts}`} tabIndex={-1}>
      <h3>Deleted immediately</h3>
      <ul>
        <li>Your name, mobile number, email, company, GSTIN and address</li>
        <li>The messages we sent you, your progress, and your logins on all devices</li>
        <li>Your access to courses, live sessions and Pro</li>
      </ul>
      {children}
      <h3>Kept, anonymised</h3>
      <ul>
        <li>Invoices, because the law requires it; a company's invoices keep its name and GSTIN</li>
        <li>The record of consents given and withdrawn, as proof</li>
        <li>A record that this number has used its free trial and its coupons, without the number itself</li>
      </ul>
      {grievancesKept && (
        <p>
          Grievances stay complete for {grievancesKept} after they were closed. Only our compliance staff can
          read them.
        </p>
      )}
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
