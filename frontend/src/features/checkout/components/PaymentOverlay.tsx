import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSecondsLeft } from '../../../shared/lib/countdown';
import { formatDay } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import { pageSettings, serverNow } from '../../../shared/lib/pageData';
import { rupeesOf } from '../../../shared/lib/tax';
import { AppLink } from '../../../shared/ui/AppLink';
import { Button } from '../../../shared/ui/Button';
import { classNames } from '../../../shared/ui/classNames';
import { Dialog } from '../../../shared/ui/Dialog';
import { AlertIcon } from '../../../shared/ui/icons/AlertIcon';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { InfoIcon } from '../../../shared/ui/icons/InfoIcon';
import { Spinner } from '../../../shared/ui/Spinner';
import type { Purchase } from '../lib/payment';
import type { Outcome } from '../lib/usePaymentOutcome';
import type { Order } from '../queries';
import * as classes from './PaymentOverlay.module.css';

interface Props {
  outcome: Outcome;
  /** Ends the payment and navigates on where there is a next page. */
  onLeave: (to?: string) => void;
  /** Back to the checkout dialog. */
  onRetry: () => void;
}

const SECONDS_SHOWN = 5;

/** Covers the page from the payment until its outcome is known. */
export function PaymentOverlay({ outcome, onLeave, onRetry }: Props) {
  useUnloadWarning(outcome.kind === 'processing');
  const isChecking = outcome.kind === 'checking';
  return (
    <Dialog
      open
      size="s"
      takesFocus
      dismissible={isChecking}
      onOpenChange={() => onLeave()}
      title={TITLES[outcome.kind]}
    >
      {contentOf({ outcome, onLeave, onRetry })}
    </Dialog>
  );
}

const TITLES: Readonly<Record<Outcome['kind'], ReactNode>> = {
  processing: 'Processing your payment',
  checking: 'We are checking your payment',
  paid: 'Payment successful',
  returned: 'Your payment will be refunded',
  expired: 'We did not receive a payment',
  failed: (
    <>
      Payment Failed!{' '}
      <span className="block mt-2 ink-2 text-s weight-400 tracking-0 leading-5">
        We had an issue confirming your payment. Please try again
      </span>
    </>
  ),
};

function contentOf({ outcome, onLeave, onRetry }: Props): ReactNode {
  switch (outcome.kind) {
    case 'processing':
      return (
        <Body mark={<Spinner isLarge label="" />}>
          <p>Do not refresh or press back. This may interrupt your payment</p>
        </Body>
      );
    case 'checking':
      return (
        <Body
          mark={<Spinner isLarge label="" />}
          action={{ label: 'Close', press: () => onLeave(), isQuiet: true }}
        >
          <p>
            {outcome.isOffline
              ? 'No connection. We go on by ourselves when you are back online. You need not pay again.'
              : 'The payment provider has not confirmed it yet. This usually takes a moment, sometimes a few minutes.'}
          </p>
          <p>You can close this. We'll message you, and your purchase will be here on your next visit.</p>
        </Body>
      );
    case 'paid':
      return <Success purchase={outcome.purchase} onLeave={onLeave} />;
    case 'returned':
      return <Returned order={outcome.order} onLeave={onLeave} />;
    case 'expired':
      return (
        <Body
          tone="plain"
          mark={<InfoIcon size={28} />}
          action={{ label: 'Back to checkout', press: onRetry }}
        >
          <p>If money left your account, it returns in {pageSettings().refundTime}.</p>
        </Body>
      );
    case 'failed':
      return (
        <Body
          tone="bad"
          mark={<AlertIcon size={28} />}
          action={{ label: 'Back', press: () => onLeave('/') }}
          second={{ label: 'Try again', press: onRetry }}
        >
          <p>
            If money left your account, it is refunded automatically within {pageSettings().refundTime},
            unless the order goes through after all: then we message you.
          </p>
          <p>
            Your order number is <strong>{outcome.orderNumber}</strong>. Look into{' '}
            <AppLink to="/orders">Orders and receipts</AppLink> before you pay again.
          </p>
        </Body>
      );
  }
}

function Success({ purchase, onLeave }: { purchase: Purchase; onLeave: (to: string) => void }) {
  const { title, amount, next } = purchase;
  const [end] = useState(() => serverNow() + SECONDS_SHOWN * 1000);
  const left = useSecondsLeft(end);
  const isOver = left === 0;
  const leave = useEffectEvent(() => onLeave(next.to));
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);
  return (
    <Body
      tone="good"
      mark={<CheckIcon size={28} />}
      action={{ label: next.label, press: () => onLeave(next.to) }}
      footer={
        <p role="timer" className="ink-3 text-xs tabular">
          {next.going} in {left} s
        </p>
      }
    >
      <p className="tabular">
        {formatRupees(rupeesOf(amount))} paid for <strong>{title}</strong>. Your receipt is in Orders and
        receipts.
      </p>
    </Body>
  );
}

function Returned({ order, onLeave }: { order: Order; onLeave: (to: string) => void }) {
  const [refund] = order.refunds;
  return (
    <Body
      tone="plain"
      mark={<InfoIcon size={28} />}
      action={{ label: 'View receipt', press: () => onLeave(`/orders?order=${order._id}`) }}
    >
      <p>{order.notice ?? 'We could not complete your order, so the full amount will be refunded.'}</p>
      {refund && (
        <p className="tabular">
          {formatRupees(refund.amount)} will be refunded by {formatDay(refund.promisedBy)}.
        </p>
      )}
    </Body>
  );
}

const TONES = { plain: classes.plain, good: classes.good, bad: classes.bad };

interface BodyProps {
  mark: ReactNode;
  tone?: 'plain' | 'good' | 'bad';
  action?: { label: string; press: () => void; isQuiet?: boolean };
  second?: { label: string; press: () => void };
  footer?: ReactNode;
  children: ReactNode;
}

/** One live region that stays mounted, so that each change of its text is announced. */
function Body({ mark, tone, action, second, footer, children }: BodyProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const label = action?.label;
  useEffect(() => {
    if (label) button.current?.focus();
  }, [label]);
  return (
    <div className="stack gap-5">
      <div
        className={classNames(
          `stack items-center justify-items-start green ${classes.mark}`,
          tone && TONES[tone],
        )}
      >
        {mark}
      </div>
      <div id={id} role="status" className="stack gap-2 text-s leading-5">
        {children}
      </div>
      {footer}
      {action && (
        <Button
          ref={button}
          size="l"
          wide
          variant={action.isQuiet ? 'secondary' : 'primary'}
          aria-describedby={id}
          onClick={action.press}
        >
          {label}
        </Button>
      )}
      {second && (
        <Button size="l" wide variant="secondary" onClick={second.press}>
          {second.label}
        </Button>
      )}
    </div>
  );
}

/** Asks for confirmation before the tab is closed or reloaded. */
function useUnloadWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
