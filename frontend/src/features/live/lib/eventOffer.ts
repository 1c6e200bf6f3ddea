import { formatTime } from '../../../shared/lib/dates';
import { formatDuration } from '../../../shared/lib/duration';
import { shortRupees } from '../../../shared/lib/money';
import type { LiveEvent } from './event';

/** The next step with a webinar or a mentorship. */
export type Step =
  | { kind: 'book' | 'buy'; label: string }
  | { kind: 'join' | 'watch'; label: string; href: string }
  | { kind: 'more'; label: string; to: string };

export interface Offer {
  /** A short status; null while the event can simply be booked. */
  status: string | null;
  /** Additional facts. */
  notes: string[];
  step: Step | null;
  /** Whether the price is still relevant. */
  isForSale: boolean;
  /** Only if few are left. */
  seats: string | null;
}

const FEW_SEATS = 5;
const JOINABLE_MS = 15 * 60_000;
const WORDS = {
  webinar: { name: 'webinar', all: { kind: 'more', label: "See what's coming up", to: '/live-webinars' } },
  mentorship: {
    name: 'mentorship',
    all: { kind: 'more', label: "See what's coming up", to: '/live-mentorships' },
  },
} as const;

interface Options {
  now: number;
  /** Whether the person has active paid Pro, which includes webinars. */
  hasPro: boolean;
}

export function offerOf(event: LiveEvent, { now, hasPro }: Options): Offer {
  const { name, all } = WORDS[event.kind];
  const shut = { notes: [], step: all, isForSale: false, seats: null };
  if (event.calledOff) return calledOff(event, shut);
  const isOver = Date.parse(event.end) <= now;
  if (event.isBooked) return booked(event, isOver, now);
  if (isOver) return { ...shut, status: `This ${name} has ended` };
  if (event.seatsLeft === 0) return { ...shut, status: 'All seats are taken' };
  const seats = seatsIn(event.seatsLeft);
  if (event.kind === 'webinar' && (event.price === 0 || hasPro)) {
    const label = event.price === 0 ? 'Book for free' : 'Book with your Pro';
    const status = event.price === 0 ? null : 'Free with your Pro';
    return { status, notes: [], step: { kind: 'book', label }, isForSale: event.price === 0, seats };
  }
  if (event.price === 0) return { ...shut, status: 'Booking has not opened yet' };
  return {
    status: null,
    notes: event.kind === 'webinar' ? ['Live webinars are included in Pro. Pro members book free.'] : [],
    step: { kind: 'buy', label: `Book for ${shortRupees(event.price)}` },
    isForSale: true,
    seats,
  };
}

function calledOff(event: LiveEvent, shut: Omit<Offer, 'status'>): Offer {
  const mine = { kind: 'more', label: 'See your options', to: '/my-learnings' } as const;
  return {
    ...shut,
    status: `Cancelled by us: ${event.calledOff?.reason}`,
    step: event.isBooked && event.price > 0 ? mine : shut.step,
  };
}

function booked(event: LiveEvent, isOver: boolean, now: number): Offer {
  const rest = { step: null, isForSale: false, seats: null };
  if (isOver) {
    const href = event.recordingUrl;
    if (href)
      return {
        ...rest,
        status: 'You booked this',
        notes: [],
        step: { kind: 'watch', label: 'Watch recording', href },
      };
    return {
      ...rest,
      status: 'You booked this',
      notes: ['The recording will appear here once it is ready.'],
    };
  }
  const href = event.joinUrl;
  if (href)
    return { ...rest, status: "You're booked", notes: [], step: { kind: 'join', label: 'Join now', href } };
  const opens = Date.parse(event.start) - JOINABLE_MS;
  const note =
    now < opens
      ? `The join link opens here at ${formatTime(opens)} IST, 15 minutes before the start.`
      : 'The join link will appear here once it is ready.';
  return { ...rest, status: "You're booked", notes: [note] };
}

function seatsIn(seatsLeft: number | null): string | null {
  if (seatsLeft === null || seatsLeft > FEW_SEATS) return null;
  return seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`;
}

const RETRY_MS = 20_000;
const FAR_MS = 3_600_000;

/** Milliseconds until the server's response changes: the room opens, or the event ends; else false. */
export function nextRefresh(event: LiveEvent, now: number): number | false {
  if (!event.isBooked || event.calledOff) return false;
  const [opens, end] = [Date.parse(event.start) - JOINABLE_MS, Date.parse(event.end)];
  // With a clock that runs ahead the first refetch comes too early, so there is another.
  if (now >= opens && now < end && !event.joinUrl) return RETRY_MS;
  const next = [opens, end].find((datetime) => datetime > now);
  return next !== undefined && next - now < FAR_MS ? next - now + 500 : false;
}

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
    'The join link, here and in My Learnings, from 15 minutes before the start.',
    'The recording, once it is ready, for everyone who booked.',
  ];
}
