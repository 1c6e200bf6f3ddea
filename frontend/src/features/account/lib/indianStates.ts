import states from './indianStates.json';

/** States and union territories by GST state code; the server reads the same file. */
const BY_CODE: Readonly<Record<string, string>> = states;

export const stateCodes: readonly string[] = Object.keys(BY_CODE);

/** The state of a GSTIN; undefined for other territory. */
export const stateOfGstin = (gstin: string): string | undefined => BY_CODE[gstin.slice(0, 2)];

/** The state's name as it is listed, whatever its case; an empty string if it is none. */
export const stateNamed = (text: string): string =>
  stateNames.find((name) => name.toLowerCase() === text.trim().toLowerCase()) ?? '';

/** In alphabetical order. */
export const stateNames: readonly string[] = Object.values(BY_CODE).sort();
