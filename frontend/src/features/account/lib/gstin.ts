import { stateCodes } from './indianStates';

export const NOT_GSTIN = 'Enter the 15 characters of a valid GSTIN, or nothing.';

// Without the u flag no letter of another script counts as one of these, whatever its capital is.
const FORM = /^(\d{2})[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/i;
const OTHER_TERRITORY = '97';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The GSTIN that the text spells, in capitals, or null; twin: apps/accounts/gstin.py, whose word wins. */
export function gstinFrom(text: string): string | null {
  const [spelled, code] = FORM.exec(text) ?? [];
  if (!spelled || !code || !(stateCodes.includes(code) || code === OTHER_TERRITORY)) return null;
  const capitals = spelled.toUpperCase();
  return capitals.endsWith(checkCharacter(capitals.slice(0, -1))) ? capitals : null;
}

/** What follows the first fourteen characters: it catches a wrong one and most swapped ones. */
export function checkCharacter(front: string): string {
  const total = [...front].reduce((sum, character, position) => {
    const product = DIGITS.indexOf(character) * (1 + (position % 2));
    return sum + Math.floor(product / 36) + (product % 36);
  }, 0);
  return DIGITS.charAt((36 - (total % 36)) % 36);
}
