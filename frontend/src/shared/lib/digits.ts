const BLANKS_AND_HYPHENS = /[\s\p{Pd}\p{Cf}\u2212]/gu;
const DEVANAGARI_ZERO = 0x966;

/**
 * What was typed or pasted, as the server takes it: Devanagari and full-width digits become plain ones,
 * blanks and hyphens go, and so do the unseen marks that come along with numbers copied from elsewhere.
 */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
    .replace(BLANKS_AND_HYPHENS, '');
}

/** The code in a message: the digits that stand together in that number, else whatever digits there are. */
export function codeIn(text: string, length: number): string {
  const runs = plainDigits(text).match(/\d+/g) ?? [];
  return runs.find((run) => run.length === length) ?? runs.join('').slice(0, length);
}
