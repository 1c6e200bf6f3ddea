import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  type Asked,
  type BookedMentorship,
  type BookedWebinar,
  bookedMentorships,
  bookedWebinars,
  type SessionBooking,
  sessionBookings,
} from '../bookedQueries';
import type { Kind, LiveStatus } from './asked';

// All of it has a twin in apps/site/own_events.py.

/** How many stand at first where all kinds are shown, and on each page where one is. */
export const OVERVIEW = 5;
export const LIVE_PAGE = 10;

export interface LiveKind<Row> {
  name: Exclude<Kind, 'courses' | 'pro'>;
  title: string;
  word: string;
  usePage: (asked: Asked) => UseQueryResult<Page<Row>>;
  nothing: string;
  without: Readonly<Record<LiveStatus, string>>;
  offer: { to: string; label: string };
}

interface Page<Row> {
  data: Row[];
  totalCount: number;
}

const without = (word: string): Readonly<Record<LiveStatus, string>> => ({
  upcoming: `No ${word} is ahead.`,
  live: `No ${word} is on at this moment.`,
  completed: `No ${word} is over yet.`,
});

export const SESSIONS: LiveKind<SessionBooking> = {
  name: 'sessions',
  title: 'Sessions',
  word: 'session',
  usePage: (asked) => useQuery(sessionBookings(asked)),
  nothing: 'You have booked no session. Pick the days that suit you from a program’s calendar.',
  without: without('session'),
  offer: { to: '/live-trading', label: 'See live trading programs' },
};

export const WEBINARS: LiveKind<BookedWebinar> = {
  name: 'webinars',
  title: 'Webinars',
  word: 'webinar',
  usePage: (asked) => useQuery(bookedWebinars(asked)),
  nothing: 'You have booked no webinar. Some are free, and each has time for questions.',
  without: without('webinar'),
  offer: { to: '/live-webinars', label: 'See live webinars' },
};

export const MENTORSHIPS: LiveKind<BookedMentorship> = {
  name: 'mentorships',
  title: 'Mentorships',
  word: 'mentorship',
  usePage: (asked) => useQuery(bookedMentorships(asked)),
  nothing: 'You have booked no mentorship. In each a small group meets a mentor over some weeks.',
  without: without('mentorship'),
  offer: { to: '/live-mentorships', label: 'See live mentorships' },
};
