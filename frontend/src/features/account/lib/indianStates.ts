import states from './indianStates.json';

/** States and union territories by GST state code; the server reads the same file. */
const BY_CODE: Readonly<Record<string, string>> = states;

export const stateCodes: readonly string[] = Object.keys(BY_CODE);

/** The state of a GSTIN; undefined for other territory. */
export const stateOfGstin = (gstin: string): string | undefined => BY_CODE[gstin.slice(0, 2)];

/**
 * The state's name as it is listed, in any case and with any blanks around its words; an empty string if it is
 * none. Mirrors apps/core/indian_states.py; both are tested with tests/vectors/gstin.json.
 */
export function stateNamed(text: string): string {
  const typed = text.trim().replace(/\s+/g, ' ').toLowerCase();
  return stateNames.find((name) => name.toLowerCase() === typed) ?? '';
}

/** In alphabetical order. */
export const stateNames: readonly string[] = Object.values(BY_CODE).sort();
