import { stateCodes } from './indianStates';

export const NOT_GSTIN = 'Enter a valid 15-character GSTIN, or leave this blank.';

// Without the u flag no letter of another script matches, even if it upper-cases to one of these.
const FORM = /^(\d{2})[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/i;
const OTHER_TERRITORY = '97';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The normalised GSTIN, or null if it is invalid. Mirrors apps/accounts/gstin.py, which decides; both are tested
 * with tests/vectors/gstin.json.
 */
export function gstinFrom(text: string): string | null {
  const [formatMobile, code] = FORM.exec(text) ?? [];
  if (!formatMobile || !code || !(stateCodes.includes(code) || code === OTHER_TERRITORY)) return null;
  const capitals = formatMobile.toUpperCase();
  return capitals.endsWith(checkCharacter(capitals.slice(0, -1))) ? capitals : null;
}

/** The check character: it catches one wrong character and most swapped ones. */
export function checkCharacter(front: string): string {
  const total = [...front].reduce((sum, character, position) => {
    const product = DIGITS.indexOf(character) * (1 + (position % 2));
    return sum + Math.floor(product / 36) + (product % 36);
  }, 0);
  return DIGITS.charAt((36 - (total % 36)) % 36);
}
