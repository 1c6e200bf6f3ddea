import { useEffect, useEffectEvent } from 'react';
import { codeIn } from '../../../shared/lib/digits';

type SmsCredential = { code?: string } | null;

/** Hears of the code as its message arrives, where the browser and the person allow it. */
export function useSmsCode(sending: number, length: number, onCode: (code: string) => void): void {
  const take = useEffectEvent((credential: SmsCredential) => {
    const code = codeIn(credential?.code ?? '', length);
    if (code.length === length) onCode(code);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message is listened for anew.
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const leaving = new AbortController();
    const asked = { otp: { transport: ['sms'] }, signal: leaving.signal } as CredentialRequestOptions;
    navigator.credentials.get(asked).then(
      (credential) => take(credential as SmsCredential),
      // Left, refused or timed out: the person types the code.
      () => undefined,
    );
    return () => leaving.abort();
  }, [sending]);
}
