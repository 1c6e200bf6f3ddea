import type { Shelf } from './shelf';
import { reportable, type Stretch } from './stretches';

/** What is known of somebody's progress with a topic; joining facts loses nothing, whatever their order. */
export interface Fact {
  readonly courseId: string;
  readonly topicId: string;
  readonly contentType: 'video' | 'article' | 'pdf' | 'quiz';
  /** The furthest position, in seconds. */
  readonly position: number;
  readonly isCompleted: boolean;
  readonly stretches: readonly Stretch[];
}

/** More topics than anybody opens without a network. */
const MOST = 100;

export function merged(older: Fact, newer: Fact): Fact {
  return {
    ...newer,
    position: Math.max(older.position, newer.position),
    isCompleted: older.isCompleted || newer.isCompleted,
    stretches: reportable([...older.stretches, ...newer.stretches]),
  };
}

/**
 * A person's facts that the server has not confirmed, one a topic, oldest first.
 *
 * The shelf is read anew each time: another tab may have put something there.
 */
export class Outbox {
  private readonly name: string;

  constructor(
    private readonly shelf: Shelf,
    person: string,
  ) {
    this.name = `progress:${person}`;
  }

  all(): Fact[] {
    return parsed(this.shelf.get(this.name));
  }

  add(fact: Fact): void {
    const facts = this.all();
    const older = facts.find((kept) => isSame(kept, fact));
    if (older) this.keep(facts.map((kept) => (kept === older ? merged(older, fact) : kept)));
    else this.keep([...facts, { ...fact, stretches: reportable(fact.stretches) }]);
  }

  /** Forget what has arrived; if more became known meanwhile, all of it is sent again, which does no harm. */
  arrived(sent: Fact): void {
    const text = JSON.stringify(sent);
    this.keep(this.all().filter((kept) => JSON.stringify(kept) !== text));
  }

  /** Forget a topic, or a whole course. */
  forget(courseId: string, topicId?: string): void {
    const isMeant = (kept: Fact) => kept.courseId === courseId && (topicId ?? kept.topicId) === kept.topicId;
    this.keep(this.all().filter((kept) => !isMeant(kept)));
  }

  private keep(facts: Fact[]): void {
    this.shelf.set(this.name, facts.length > 0 ? JSON.stringify(facts.slice(-MOST)) : null);
  }
}

const isSame = (one: Fact, other: Fact) => one.courseId === other.courseId && one.topicId === other.topicId;

function parsed(text: string | null): Fact[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter(isFact) : [];
  } catch {
    return [];
  }
}

/** Whether it is what we wrote: a browser's storage is open to whoever uses the browser. */
function isFact(thing: unknown): thing is Fact {
  const { courseId, topicId, position, isCompleted, stretches } = (thing ?? {}) as Partial<Fact>;
  return (
    typeof courseId === 'string' &&
    typeof topicId === 'string' &&
    Number.isFinite(position) &&
    typeof isCompleted === 'boolean' &&
    Array.isArray(stretches) &&
    stretches.every(isStretch)
  );
}

const isStretch = (thing: unknown) =>
  Array.isArray(thing) && thing.length === 2 && thing.every((second) => Number.isFinite(second));
