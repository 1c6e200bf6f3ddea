import { durationText } from '../../../shared/lib/businessConstants';
import { formatDeadline, formatTimeRange } from '../../../shared/lib/dates';
import { formatDuration } from '../../../shared/lib/duration';
import { shortRupees } from '../../../shared/lib/money';
import { heldText, placeText } from '../../../shared/lib/waitlist';
import type { LiveEvent } from './event';

/** The next step with a webinar or a mentorship. */
export type Step =
  | { kind: 'book' | 'buy' | 'wait'; label: string }
  | { kind: 'join'; label: string; href: string; meetingId: string }
  | { kind: 'watch' | 'more'; label: string; to: string };

export interface OfferTexts {
  /** A short status; null while the event can simply be booked. */
  status: string | null;
  note?: string;
  step: Step | null;
  /** Whether the price is still relevant. */
  isForSale?: boolean;
  /** Whether the person waits, or is offered a seat that somebody else may have. */
  canLeave?: boolean;
}

/** The words for what the server offers. */
export function offerTexts(event: LiveEvent): OfferTexts {
  const texts = textsOf(event);
  const until = event.waitlist?.offeredUntil;
  return until ? { ...texts, status: heldText(until), canLeave: true } : texts;
}

function textsOf(event: LiveEvent): OfferTexts {
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
        step: { kind: 'buy', label: `Book for ${shortRupees(event.priceWithGst ?? 0)}` },
        isForSale: true,
      };
    case 'notOpen':
      return { status: 'Booking has not opened yet', step: others };
    case 'soldOut':
      return fullTexts(event.waitlist, others);
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
      return { status: BOOKED, step: joinStep(event) };
    case 'linkPending':
      return { status: BOOKED, note: 'The join link will appear here once it is ready.', step: null };
    case 'watch':
      return { status: BOOKED_BEFORE, step: watchStep(event) };
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

function fullTexts(waitlist: LiveEvent['waitlist'], others: Step): OfferTexts {
  const full = 'All seats are taken';
  if (waitlist?.place) {
    const note = `When it is your turn, we hold a seat for you for ${durationText('seatOffer')} and tell you by phone and email.`;
    return { status: `${full}. ${placeText(waitlist.place)}.`, note, step: null, canLeave: true };
  }
  if (!waitlist?.canJoin) return { status: full, step: others };
  return {
    status: full,
    note: `Join the waiting list: a seat that frees is held for the next person in line for ${durationText('seatOffer')}.`,
    step: { kind: 'wait', label: 'Join the waiting list' },
  };
}

const BOOKED = "You're booked";
const BOOKED_BEFORE = 'You booked this';

const cancelledText = ({ calledOff }: LiveEvent) => `Cancelled by us: ${calledOff?.reason}`;

function joinStep({ joinUrl, meetings }: LiveEvent): Step | null {
  const current = meetings.find(({ canJoin }) => canJoin);
  return joinUrl && current
    ? { kind: 'join', label: 'Join now', href: joinUrl, meetingId: current._id }
    : null;
}

function watchStep({ meetings }: LiveEvent): Step | null {
  const latest = meetings.findLast(({ recording }) => recording?.ready);
  return latest ? { kind: 'watch', label: 'Watch recording', to: `/recordings/${latest._id}` } : null;
}

export const seatsText = (seats: number) => (seats === 1 ? '1 seat left' : `${seats} seats left`);

/** What happens after booking, in order. */
export function gains({ kind, start, end, meetings }: LiveEvent): string[] {
  const isOneDay = Date.parse(end) - Date.parse(start) < 24 * 3_600_000;
  const seat =
    kind === 'webinar'
      ? `A seat in the live session${isOneDay ? `, ${formatDuration((Date.parse(end) - Date.parse(start)) / 1000)} with time for questions` : ''}.`
      : `A place in a small group that meets the mentor live${hasOneTime(meetings) ? ', at the same time on every date' : ''}.`;
  return [
    seat,
    'A reminder the day before, and another when you can join.',
    `The join link, here and in My Learnings, from ${durationText('joinOpensBefore')} before the start.`,
    'The recording, once it is ready, for everyone who booked.',
  ];
}

/** Whether all its meetings are at one time of the day. */
function hasOneTime(meetings: LiveEvent['meetings']): boolean {
  const planned = meetings.filter(({ status }) => status !== 'cancelled');
  return new Set(planned.map((one) => formatTimeRange(one.start_date, one.end_date))).size === 1;
}
