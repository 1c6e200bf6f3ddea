/** The first letters of the first and last name, or 'R' without a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  const letters = chosen.map((word) => firstLetter(word ?? '')).join('');
  return letters.toLocaleUpperCase('en-IN') || 'R';
}

/** The first grapheme: a Devanagari letter keeps its vowel sign. */
function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter('en-IN', { granularity: 'grapheme' }).segment(word);
  return first?.segment ?? '';
}

/** 'Asha' for 'Asha Menon'. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
