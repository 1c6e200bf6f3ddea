const BLANKS_AND_HYPHENS = /[\s\p{Pd}\p{Cf}\u2212]/gu;
const DEVANAGARI_ZERO = 0x966;

/**
 * Normalises typed or pasted digits: Devanagari and full-width digits become ASCII; spaces, hyphens and
 * invisible characters are removed.
 */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
    .replace(BLANKS_AND_HYPHENS, '');
}

/** The OTP in a message: a group of digits of that length, else all digits. */
export function otpIn(text: string, length: number): string {
  const runs = plainDigits(text).match(/\d+/g) ?? [];
  return runs.find((run) => run.length === length) ?? runs.join('').slice(0, length);
}
