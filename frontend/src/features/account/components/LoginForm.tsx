import { useState } from 'react';
import { writtenField } from '../../../shared/lib/written';
import { spelled } from '../lib/mobile';
import { useVerifyCode } from '../loginMutations';
import type { User } from '../queries';
import { CodeStep, type Sent } from './CodeStep';
import { type Entry, MobileStep } from './MobileStep';

interface Props {
  /** Filled in, where it is known already. */
  mobile?: string | undefined;
  /** Whether the form takes the focus as it comes, as in a dialog. */
  takesFocus?: boolean | undefined;
  onDone?: ((user: User) => void) | undefined;
}

/** Logging in and signing up, which are one: a number, then the code that was sent to it. */
export function LoginForm({ mobile, takesFocus, onDone }: Props) {
  const [entry, setEntry] = useState<Entry>(() => ({
    mobile: mobile ?? writtenField('mobile')?.value ?? '',
    canWhatsapp: writtenField('consent')?.checked ?? false,
  }));
  const [focus, setFocus] = useState(() => firstFocus(takesFocus, mobile));
  const [isCodeStep, setCodeStep] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const verify = useVerifyCode();

  const noteSent = (to: string, resendAfter: number | null) => {
    if (resendAfter !== null) {
      const isAgain = isCodeStep && sent !== null;
      setSent({
        mobile: to,
        resendAt: Date.now() + resendAfter * 1000,
        resends: isAgain ? sent.resends + 1 : 0,
      });
    }
    setCodeStep(true);
  };
  const edit = () => {
    verify.reset();
    setFocus('mobile');
    setCodeStep(false);
  };

  return (
    <div>
      <p role="status" className="visually-hidden">
        {isCodeStep && sent && `Code sent to ${spelled(sent.mobile)}`}
      </p>
      {isCodeStep && sent ? (
        <CodeStep
          entry={entry}
          sent={sent}
          verify={verify}
          onSent={(resendAfter) => noteSent(sent.mobile, resendAfter)}
          onEdit={edit}
          onDone={(user) => onDone?.(user)}
        />
      ) : (
        <MobileStep
          entry={entry}
          onEntry={setEntry}
          focus={focus}
          hasFreshCode={(to) => sent?.mobile === to && Date.now() < sent.resendAt}
          onSent={noteSent}
        />
      )}
    </div>
  );
}

function firstFocus(
  takesFocus: boolean | undefined,
  mobile: string | undefined,
): 'mobile' | 'consent' | null {
  if (takesFocus) return mobile ? 'consent' : 'mobile';
  const written = writtenField('mobile');
  return written !== null && written === document.activeElement ? 'mobile' : null;
}
