import { formatDeadline } from '../../../shared/lib/dates';
import { formatDuration } from '../../../shared/lib/duration';
import { figureText } from '../../../shared/lib/figures';
import { shortRupees } from '../../../shared/lib/money';
import type { LiveEvent } from './event';

/** The next step with a webinar or a mentorship. */
export type Step =
  | { kind: 'book' | 'buy'; label: string }
  | { kind: 'join' | 'watch'; label: string; href: string }
  | { kind: 'more'; label: string; to: string };

export interface OfferTexts {
  /** A short status; null while the event can simply be booked. */
  status: string | null;
  note?: string;
  step: Step | null;
  /** Whether the price is still relevant. */
  isForSale?: boolean;
}

/** The words for what the server offers. */
export function offerTexts(event: LiveEvent): OfferTexts {
  const others: Step = { kind: 'more', label: "See what's coming up", to: `/live-${event.kind}s` };
  switch (event.offer) {
    case 'bookFree':
      return { status: null, step: { kind: 'book', label: 'Book for free' }, isForSale: true };
    case 'bookWithPro':
      return { status: 'Free with your Pro', step: { kind: 'book', label: 'Book with your Pro' } };
    case 'buy':
      return {
        status: null,
        ...(event.kind === 'webinar' && {
          note: 'Live webinars are included in Pro. Pro members book free.',
        }),
        step: { kind: 'buy', label: `Book for ${shortRupees(event.price)}` },
        isForSale: true,
      };
    case 'notOpen':
      return { status: 'Booking has not opened yet', step: others };
    case 'soldOut':
      return { status: 'All seats are taken', step: others };
    case 'ended':
      return { status: `This ${event.kind} has ended`, step: others };
    case 'choose':
      return {
        status: cancelledText(event),
        step: { kind: 'more', label: 'See your options', to: '/my-learnings' },
      };
    case 'wait':
      return {
        status: BOOKED,
        note: `The join link opens here on ${formatDeadline(event.joinOpensAt)} IST.`,
        step: null,
      };
    case 'join':
      return { status: BOOKED, step: link('join', 'Join now', event.joinUrl) };
    case 'linkPending':
      return { status: BOOKED, note: 'The join link will appear here once it is ready.', step: null };
    case 'watch':
      return { status: BOOKED_BEFORE, step: link('watch', 'Watch recording', event.recordingUrl) };
    case 'recordingPending':
      return {
        status: BOOKED_BEFORE,
        note: 'The recording will appear here once it is ready.',
        step: null,
      };
    case 'proEnded':
      return {
        status: BOOKED_BEFORE,
        note: 'You booked it with Pro, which has ended. Get Pro to use your seat.',
        step: { kind: 'more', label: 'See Pro plans', to: '/pro' },
      };
    default:
      return { status: cancelledText(event), step: others };
  }
}

const BOOKED = "You're booked";
const BOOKED_BEFORE = 'You booked this';

const cancelledText = ({ calledOff }: LiveEvent) => `Cancelled by us: ${calledOff?.reason}`;

const link = (kind: 'join' | 'watch', label: string, href: string | null): Step | null =>
  href === null ? null : { kind, label, href };

export const seatsText = (seats: number) => (seats === 1 ? '1 seat left' : `${seats} seats left`);

/** What happens after booking, in order. */
export function gains({ kind, start, end }: LiveEvent): string[] {
  const isOneDay = Date.parse(end) - Date.parse(start) < 24 * 3_600_000;
  const seat =
    kind === 'webinar'
      ? `A seat in the live session${isOneDay ? `, ${formatDuration((Date.parse(end) - Date.parse(start)) / 1000)} with time for questions` : ''}.`
      : 'A place in a small group that meets the mentor live, at the same time on every date.';
  return [
    seat,
    'A reminder the day before, and another when you can join.',
    `The join link, here and in My Learnings, from ${figureText('joinOpensBefore')} before the start.`,
    'The recording, once it is ready, for everyone who booked.',
  ];
}
