import { create } from 'zustand';
import { ApiError } from '../../../shared/api/client';
import { writtenField } from '../../../shared/lib/written';
import type { User } from '../queries';

/** What people tell of themselves, in the order in which it is asked for. */
export const DETAILS = ['name', 'email', 'state', 'company', 'gstNo', 'address'] as const;

export type Detail = (typeof DETAILS)[number];
export type Details = Pick<User, Detail>;
export type Draft = Partial<Details>;

/** What was typed and is not saved, and by whom; it outlives the page, so that a stray press costs nothing. */
const useKept = create<{ of: string | null; draft: Draft }>(() => ({ of: null, draft: {} }));

export function useDraft(of: string): Draft | null {
  return useKept((kept) => (kept.of === of ? kept.draft : null));
}

export const draft = {
  /** Adds what was typed to the draft, which begins with what was written before there was one. */
  add: (of: string, typed: Draft, written: Draft) =>
    useKept.setState((kept) => ({ of, draft: { ...(kept.of === of ? kept.draft : written), ...typed } })),
  /** What was saved leaves the draft, but not what was typed on in the meantime. */
  settle: (of: string, saved: Draft) =>
    useKept.setState((kept) => ({ of, draft: kept.of === of ? without(kept.draft, saved) : {} })),
  discard: (of: string) => useKept.setState({ of, draft: {} }),
};

/** What is in the server's own fields by now: whoever was quicker than the scripts must not type again. */
export function writtenDraft(user: Details): Draft {
  const typed = DETAILS.map((name) => [name, writtenField(name)?.value] as const);
  return Object.fromEntries(
    typed.filter(([name, value]) => value !== undefined && value !== user[name].replace(/\r\n?/g, '\n')),
  );
}

/** The server's own field that has the focus. */
export function writtenFocus(): Detail | undefined {
  return DETAILS.find((name) => {
    const written = writtenField(name);
    return written !== null && written === document.activeElement;
  });
}

/** What differs from what the server has, as it is sent. */
export function changesOf(user: Details, unsaved: Draft): Draft {
  const values = DETAILS.map((name) => [name, unsaved[name]?.trim()] as const);
  return Object.fromEntries(values.filter(([name, value]) => value !== undefined && value !== user[name]));
}

/** What the server says of each detail. */
export function detailErrorsOf(error: unknown): Draft {
  if (!(error instanceof ApiError)) return {};
  const said = DETAILS.map((name) => [name, error.errors[name]?.[0]] as const);
  return Object.fromEntries(said.filter(([, words]) => words !== undefined));
}

function without(kept: Draft, saved: Draft): Draft {
  const left = DETAILS.map((name) => [name, kept[name]] as const);
  return Object.fromEntries(
    left.filter(([name, value]) => value !== undefined && value.trim() !== saved[name]),
  );
}
