import { create } from 'zustand';
import type { User } from '../queries';

/** The profile fields, in the order of the form. */
export const DETAILS = ['name', 'email', 'state', 'company', 'gstNo', 'address'] as const;

export type ProfileField = (typeof DETAILS)[number];
export type Profile = Pick<User, ProfileField>;
export type Draft = Partial<Profile>;

const NO_CHANGES: Draft = {};

/** Unsaved changes, by user. Kept in a store so that they survive navigation. */
const useDraftStore = create<{ of: string | null; draft: Draft }>(() => ({ of: null, draft: {} }));

export function useDraft(of: string): Draft {
  return useDraftStore((store) => (store.of === of ? store.draft : NO_CHANGES));
}

export const draft = {
  add: (of: string, typed: Draft) =>
    useDraftStore.setState((store) => ({ of, draft: { ...(store.of === of && store.draft), ...typed } })),
  /** Removes saved fields from the draft, unless they were changed again meanwhile. */
  settle: (of: string, saved: Draft) =>
    useDraftStore.setState((store) => ({ of, draft: store.of === of ? without(store.draft, saved) : {} })),
  discard: (of: string) => useDraftStore.setState({ of, draft: {} }),
};

/** The fields that differ from the saved values, as the API takes them. */
export function changesOf(user: Profile, unsaved: Draft): Draft {
  const values = DETAILS.map((name) => [name, unsaved[name]?.trim()] as const);
  return Object.fromEntries(values.filter(([name, value]) => value !== undefined && value !== user[name]));
}

function without(store: Draft, saved: Draft): Draft {
  const left = DETAILS.map((name) => [name, store[name]] as const);
  return Object.fromEntries(
    left.filter(([name, value]) => value !== undefined && value.trim() !== saved[name]),
  );
}
