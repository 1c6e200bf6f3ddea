/** The first letters of the first and last name, or 'R' for somebody without one. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  const letters = chosen.map((word) => firstLetter(word ?? '')).join('');
  return letters.toLocaleUpperCase('en-IN') || 'R';
}

/** The first letter as a person sees it: a Devanagari letter keeps its vowel sign. */
function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter('en-IN', { granularity: 'grapheme' }).segment(word);
  return first?.segment ?? '';
}
