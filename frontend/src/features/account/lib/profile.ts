import { create } from 'zustand';
import { ApiError } from '../../../shared/api/client';
import { serverField } from '../../../shared/lib/serverField';
import type { User } from '../queries';

/** The profile fields, in the order of the form. */
export const DETAILS = ['name', 'email', 'state', 'company', 'gstNo', 'address'] as const;

export type ProfileField = (typeof DETAILS)[number];
export type Profile = Pick<User, ProfileField>;
export type Draft = Partial<Profile>;

/** Unsaved changes, by user. Kept in a store so that they survive navigation. */
const useDraftStore = create<{ of: string | null; draft: Draft }>(() => ({ of: null, draft: {} }));

export function useDraft(of: string): Draft | null {
  return useDraftStore((store) => (store.of === of ? store.draft : null));
}

export const draft = {
  /** Adds changes to the draft, which starts with what was typed before React mounted. */
  add: (of: string, typed: Draft, written: Draft) =>
    useDraftStore.setState((store) => ({
      of,
      draft: { ...(store.of === of ? store.draft : written), ...typed },
    })),
  /** Removes saved fields from the draft, unless they were changed again meanwhile. */
  settle: (of: string, saved: Draft) =>
    useDraftStore.setState((store) => ({ of, draft: store.of === of ? without(store.draft, saved) : {} })),
  discard: (of: string) => useDraftStore.setState({ of, draft: {} }),
};

/** The values typed into the server-rendered fields before React mounted. */
export function serverFormDraft(user: Profile): Draft {
  const typed = DETAILS.map((name) => [name, serverField(name)?.value] as const);
  return Object.fromEntries(
    typed.filter(([name, value]) => value !== undefined && value !== user[name].replace(/\r\n?/g, '\n')),
  );
}

/** The name of the server-rendered field that has the focus. */
export function serverFormFocus(): ProfileField | undefined {
  return DETAILS.find((name) => {
    const written = serverField(name);
    return written !== null && written === document.activeElement;
  });
}

/** The fields that differ from the saved values, as the API takes them. */
export function changesOf(user: Profile, unsaved: Draft): Draft {
  const values = DETAILS.map((name) => [name, unsaved[name]?.trim()] as const);
  return Object.fromEntries(values.filter(([name, value]) => value !== undefined && value !== user[name]));
}

/** The server's error for each field. */
export function profileErrors(error: unknown): Draft {
  if (!(error instanceof ApiError)) return {};
  const entries = DETAILS.map((name) => [name, error.errors[name]?.[0]] as const);
  return Object.fromEntries(entries.filter(([, message]) => message !== undefined));
}

function without(store: Draft, saved: Draft): Draft {
  const left = DETAILS.map((name) => [name, store[name]] as const);
  return Object.fromEntries(
    left.filter(([name, value]) => value !== undefined && value.trim() !== saved[name]),
  );
}
