import type { Order } from '../queries';

/** What was bought with an order of this kind, and how one goes on from there. */
export interface Follow {
  kind: string;
  lines: readonly string[];
  /** Said where there is nothing of the kind. */
  nothing: string;
  away: { to: string; label: string };
}

const JOIN = 'The link to join appears in My Learnings 15 minutes before the start.';
const COURSE: Follow = {
  kind: 'course',
  lines: [
    'Your place in every topic is kept, so you go on where you stopped, on any device.',
    'You find the course in My Learnings at any time.',
  ],
  nothing: 'You have no course yet. The one you take next is confirmed here.',
  away: { to: '/courses', label: 'Browse courses' },
};

const FOLLOWS: Readonly<Record<string, Follow>> = {
  'webinar-confirmation': {
    kind: 'webinar',
    lines: [JOIN, 'The recording stands there once the webinar is over.'],
    nothing: 'You have booked no webinar yet. The one you book next is confirmed here.',
    away: { to: '/live-webinars', label: 'See live webinars' },
  },
  'mentorship-confirmation': {
    kind: 'mentorship',
    lines: [JOIN, 'You find all its dates in My Learnings.'],
    nothing: 'You have booked no mentorship yet. The one you book next is confirmed here.',
    away: { to: '/live-mentorships', label: 'See live mentorships' },
  },
  'live-trading-confirmation': {
    kind: 'liveTrading',
    lines: [JOIN, 'Until 4 hours before it starts you can swap or cancel a session there.'],
    nothing: 'You have booked no session yet. Those you book next are confirmed here.',
    away: { to: '/live-trading', label: 'See live trading programs' },
  },
};

/** By the name of the page that confirms it. */
export const followOf = (name: string): Follow => FOLLOWS[name] ?? COURSE;

/** The page's heading: the usual one only once the thing is theirs. */
export function headingOf(order: Order | undefined, usual: string): string {
  if (!order || order.status === 'paid') return usual;
  if (order.status === 'refunded') return 'This order was refunded';
  return order.status === 'expired' ? 'This order was not paid' : 'We are checking your payment';
}
