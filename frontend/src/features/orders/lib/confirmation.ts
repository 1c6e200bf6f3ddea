import { durationText } from '../../../shared/lib/businessConstants';
import type { Order } from '../queries';

/** The texts of the confirmation page for one kind of order. */
export interface ConfirmationTexts {
  kind: string;
  lines: () => readonly string[];
  /** Shown if there is no such order. */
  emptyText: string;
  emptyLink: { to: string; label: string };
}

const joinLine = () =>
  `The join link appears in My Learnings ${durationText('joinOpensBefore')} before the start.`;
const COURSE: ConfirmationTexts = {
  kind: 'course',
  lines: () => [
    'Pick up where you left off in every topic, on any device.',
    'You can find the course in My Learnings at any time.',
  ],
  emptyText: "You haven't enrolled in a course yet.",
  emptyLink: { to: '/courses', label: 'Browse courses' },
};

const TEXTS: Readonly<Record<string, ConfirmationTexts>> = {
  'webinar-confirmation': {
    kind: 'webinar',
    lines: () => [joinLine(), 'The recording will be there after the webinar ends.'],
    emptyText: "You haven't booked a webinar yet.",
    emptyLink: { to: '/live-webinars', label: 'See live webinars' },
  },
  'mentorship-confirmation': {
    kind: 'mentorship',
    lines: () => [joinLine(), 'You can find all its dates in My Learnings.'],
    emptyText: "You haven't booked a mentorship yet.",
    emptyLink: { to: '/live-mentorships', label: 'See live mentorships' },
  },
  'live-trading-confirmation': {
    kind: 'liveTrading',
    lines: () => [
      joinLine(),
      `Until ${durationText('changeDeadline')} before it starts, you can swap or cancel a session there.`,
    ],
    emptyText: "You haven't booked any sessions yet.",
    emptyLink: { to: '/live-trading', label: 'See live trading programs' },
  },
};

/** By the name of the route. */
export const confirmationTexts = (name: string): ConfirmationTexts => TEXTS[name] ?? COURSE;

/** The heading of the confirmation page, by the order's status. */
export function headingOf(order: Order | undefined, defaultHeading: string): string {
  if (!order || order.status === 'paid') return defaultHeading;
  if (order.status === 'refunded') return 'This order was refunded';
  return order.status === 'expired' ? 'This order was not paid' : 'We are checking your payment';
}
