/** Something with a start and an end (ISO 8601). */
export interface Occasion {
  id: string;
  start: string;
  end: string;
}

/** Whether two of them overlap; one may start when the other ends. */
export function overlap(one: Occasion, other: Occasion): boolean {
  return Date.parse(one.start) < Date.parse(other.end) && Date.parse(other.start) < Date.parse(one.end);
}

/** The overlapping ones, soonest first. */
export function clashesWith<O extends Occasion>(one: Occasion, others: readonly O[]): O[] {
  return others.filter((other) => other.id !== one.id && overlap(one, other)).sort(bySoonest);
}

/** All clashes within one list, by id. Ids without a clash are left out. */
export function clashesIn<O extends Occasion>(occasions: readonly O[]): Map<string, O[]> {
  const found = new Map<string, O[]>();
  const ahead = [...occasions].sort(bySoonest);
  ahead.forEach((one, index) => {
    for (const other of ahead.slice(index + 1)) {
      if (Date.parse(other.start) >= Date.parse(one.end)) break;
      if (other.id === one.id) continue;
      note(found, one, other);
      note(found, other, one);
    }
  });
  return found;
}

function note<O>(found: Map<string, O[]>, { id }: { id: string }, other: O) {
  found.set(id, [...(found.get(id) ?? []), other]);
}

const bySoonest = (one: Occasion, other: Occasion) => Date.parse(one.start) - Date.parse(other.start);
