import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  type BookedMentorship,
  type BookedWebinar,
  bookedMentorships,
  bookedWebinars,
  type ListParams,
  type SessionBooking,
  sessionBookings,
} from '../bookingQueries';
import type { Kind, LiveStatus } from './urlState';

/** How many rows the overview shows, and how many a page of one kind. */
export const OVERVIEW = 5;
export const LIVE_PAGE = 10;

export interface LiveKind<Row> {
  name: Exclude<Kind, 'courses' | 'pro'>;
  title: string;
  noun: string;
  usePage: (params: ListParams) => UseQueryResult<Page<Row>>;
  emptyText: string;
  emptyTextByStatus: Readonly<Record<LiveStatus, string>>;
  offer: { to: string; label: string };
}

interface Page<Row> {
  data: Row[];
  totalCount: number;
}

const emptyTextByStatus = (noun: string): Readonly<Record<LiveStatus, string>> => ({
  upcoming: `No upcoming ${noun}s.`,
  live: `No ${noun}s live now.`,
  completed: `No past ${noun}s.`,
});

export const SESSIONS: LiveKind<SessionBooking> = {
  name: 'sessions',
  title: 'Sessions',
  noun: 'session',
  usePage: (params) => useQuery(sessionBookings(params)),
  emptyText: "You haven't booked any sessions. Pick the days that suit you from a program’s calendar.",
  emptyTextByStatus: emptyTextByStatus('session'),
  offer: { to: '/live-trading', label: 'See live trading programs' },
};

export const WEBINARS: LiveKind<BookedWebinar> = {
  name: 'webinars',
  title: 'Webinars',
  noun: 'webinar',
  usePage: (params) => useQuery(bookedWebinars(params)),
  emptyText: "You haven't booked any webinars. Some are free, and each has time for questions.",
  emptyTextByStatus: emptyTextByStatus('webinar'),
  offer: { to: '/live-webinars', label: 'See live webinars' },
};

export const MENTORSHIPS: LiveKind<BookedMentorship> = {
  name: 'mentorships',
  title: 'Mentorships',
  noun: 'mentorship',
  usePage: (params) => useQuery(bookedMentorships(params)),
  emptyText: "You haven't booked any mentorships. In each, a small group meets a mentor over a few weeks.",
  emptyTextByStatus: emptyTextByStatus('mentorship'),
  offer: { to: '/live-mentorships', label: 'See live mentorships' },
};
