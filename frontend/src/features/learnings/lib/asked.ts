import { STATUSES } from './standing';

export type LiveStatus = 'upcoming' | 'live' | 'completed';

export const LIVE_STATUSES: Readonly<Record<LiveStatus, string>> = {
  upcoming: 'Upcoming',
  live: 'Live',
  completed: 'Completed',
};

/** What an address asks for; anything that is no status of courses asks for all of them. */
export const askedStatus = (search: string) => asked(search, 'status', STATUSES);

/** The same for what is live. */
export const askedLiveStatus = (search: string) => asked(search, 'status', LIVE_STATUSES);

export type Kind = 'sessions' | 'webinars' | 'mentorships' | 'courses' | 'pro';

export const KINDS: Readonly<Record<Kind, string>> = {
  sessions: 'Sessions',
  webinars: 'Webinars',
  mentorships: 'Mentorships',
  courses: 'Courses',
  pro: 'Pro',
};

export const askedKind = (search: string) => asked(search, 'kind', KINDS);

function asked<Value extends string>(
  search: string,
  name: string,
  known: Readonly<Record<Value, string>>,
): Value | undefined {
  const value = new URLSearchParams(search).get(name) ?? '';
  return Object.hasOwn(known, value) ? (value as Value) : undefined;
}

/** The same address, asking for this as well; undefined asks for all of it. */
export function asking(search: string, name: 'kind' | 'status', value: string | undefined): string {
  const kept = name === 'status' ? askedKind(search) : undefined;
  const params = new URLSearchParams();
  if (kept) params.set('kind', kept);
  if (value) params.set(name, value);
  return params.size > 0 ? `?${params}` : '';
}
