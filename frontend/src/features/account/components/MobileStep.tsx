import { type FormEvent, useRef, useState } from 'react';
import { useFocusKept } from '../../../shared/lib/useFocusKept';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { Checkbox } from '../../../shared/ui/Checkbox';
import { mobileFrom, NOT_MOBILE } from '../lib/mobile';
import { useSendCode } from '../loginMutations';
import classes from './LoginForm.module.css';
import { MobileField, mobileErrorOf } from './MobileField';
import { Refusal } from './Refusal';

export interface Entry {
  mobile: string;
  canWhatsapp: boolean;
}

interface Props {
  entry: Entry;
  onEntry: (entry: Entry) => void;
  focus: 'mobile' | 'consent' | null;
  /** True when this number has a code that is too fresh for another to be sent. */
  hasFreshCode: (mobile: string) => boolean;
  onSent: (mobile: string, resendAfter: number | null) => void;
}

/** The server writes the same markup before React comes: templates/parts/login_form.html. */
export function MobileStep({ entry, onEntry, focus, hasFreshCode, onSent }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isWrong, setWrong] = useState(false);
  const send = useSendCode();
  useFocusKept(send.isPending, () => button.current?.focus());
  const mobileError = isWrong ? NOT_MOBILE : mobileErrorOf(send.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mobile = mobileFrom(entry.mobile);
    setWrong(mobile === null);
    send.reset();
    if (mobile === null) field.current?.focus();
    else if (hasFreshCode(mobile)) onSent(mobile, null);
    else
      send.mutate(
        { mobile, canWhatsapp: entry.canWhatsapp },
        {
          onSuccess: ({ data }) => onSent(mobile, data.resendAfter),
          onError: (error) => mobileErrorOf(error) && field.current?.focus(),
        },
      );
  };
  return (
    <form className={classes.step} noValidate onSubmit={submit}>
      <MobileField
        ref={field}
        value={entry.mobile}
        error={mobileError}
        autoFocus={focus === 'mobile'}
        onChange={(mobile) => {
          setWrong(false);
          send.reset();
          onEntry({ ...entry, mobile });
        }}
      />
      <Checkbox
        label="Get alerts, market tips & course updates on WhatsApp"
        // Browsers restore what was ticked before a reload; this must be ticked anew.
        autoComplete="off"
        autoFocus={focus === 'consent'}
        checked={entry.canWhatsapp}
        onChange={({ target }) => onEntry({ ...entry, canWhatsapp: target.checked })}
      />
      {send.isError && !mobileError && (
        <Alert>
          <Refusal error={send.error} fallback="sendCode" />
        </Alert>
      )}
      <Button
        ref={button}
        type="submit"
        size="l"
        wide
        loading={send.isPending}
        disabled={entry.mobile === '' || !entry.canWhatsapp}
      >
        Continue
      </Button>
      <Terms />
    </form>
  );
}

function Terms() {
  return (
    <p className={classes.terms}>
      By continuing you accept the{' '}
      <a href="/terms&conditions" target="_blank" rel="noopener">
        terms and conditions
      </a>{' '}
      and the{' '}
      <a href="/privacy-policy" target="_blank" rel="noopener">
        privacy policy
      </a>
      , which open in a new tab.
    </p>
  );
}
