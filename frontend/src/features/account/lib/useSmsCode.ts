import { useEffect, useEffectEvent } from 'react';
import { otpIn } from '../../../shared/lib/digits';

type SmsCredential = { code?: string } | null;

/** Reads the OTP from the SMS with the Web OTP API, where it is supported and allowed. */
export function useSmsCode(sending: number, length: number, onCode: (code: string) => void): void {
  const take = useEffectEvent((credential: SmsCredential) => {
    const code = otpIn(credential?.code ?? '', length);
    if (code.length === length) onCode(code);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: listens again for each OTP.
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const leaving = new AbortController();
    const body = { otp: { transport: ['sms'] }, signal: leaving.signal } as CredentialRequestOptions;
    navigator.credentials.get(body).then(
      (credential) => take(credential as SmsCredential),
      // Aborted, denied or timed out: the person types the OTP.
      () => undefined,
    );
    return () => leaving.abort();
  }, [sending]);
}
