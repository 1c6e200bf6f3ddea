import { STATUSES } from './courseTexts';

export type LiveStatus = 'upcoming' | 'live' | 'completed';

export const LIVE_STATUSES: Readonly<Record<LiveStatus, string>> = {
  upcoming: 'Upcoming',
  live: 'Live',
  completed: 'Completed',
};

/** The status filter for courses; an unknown value means no filter. */
export const statusFilter = (search: string) => parseOption(search, 'status', STATUSES);

/** The status filter for live items. */
export const liveStatusFilter = (search: string) => parseOption(search, 'status', LIVE_STATUSES);

export type Kind = 'sessions' | 'webinars' | 'mentorships' | 'courses' | 'pro';

export const KINDS: Readonly<Record<Kind, string>> = {
  sessions: 'Sessions',
  webinars: 'Webinars',
  mentorships: 'Mentorships',
  courses: 'Courses',
  pro: 'Pro',
};

export const kindFilter = (search: string) => parseOption(search, 'kind', KINDS);

function parseOption<Value extends string>(
  search: string,
  name: string,
  known: Readonly<Record<Value, string>>,
): Value | undefined {
  const value = new URLSearchParams(search).get(name) ?? '';
  return Object.hasOwn(known, value) ? (value as Value) : undefined;
}
