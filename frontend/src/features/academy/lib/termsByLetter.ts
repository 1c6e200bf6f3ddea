import type { Term } from '../queries';

interface Letter {
  letter: string;
  id: string;
  terms: Term[];
}

/** Terms in their order, under their first letter; what starts with none is under '0–9'. */
export function termsByLetter(terms: Term[]): Letter[] {
  const letters: Letter[] = [];
  for (const term of terms) {
    const first = term.term[0]?.toUpperCase() ?? '';
    const letter = /\p{L}/u.test(first) ? first : '0–9';
    const group = letters.find((one) => one.letter === letter);
    if (group) group.terms.push(term);
    else letters.push({ letter, id: `letter-${letters.length + 1}`, terms: [term] });
  }
  return letters;
}
