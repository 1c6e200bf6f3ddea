import { formatTime } from '../../../shared/lib/dates';
import type { LiveEvent } from './event';
import { shortRupees } from './words';

/** What somebody can do with a webinar or a mentorship; twin: apps/site/event_page.py. */
export type Step =
  | { kind: 'book' | 'buy'; label: string }
  | { kind: 'join' | 'watch'; label: string; href: string }
  | { kind: 'more'; label: string; to: string };

export interface Offer {
  /** How it stands, in a few words; null while it can simply be booked. */
  status: string | null;
  /** What goes with it. */
  notes: string[];
  step: Step | null;
  /** Whether the price is still of use. */
  isForSale: boolean;
  /** Only where few are left. */
  seats: string | null;
}

const FEW_SEATS = 5;
const JOINABLE_MS = 15 * 60_000;
const WORDS = {
  webinar: { name: 'webinar', all: { kind: 'more', label: 'See what is ahead', to: '/live-webinars' } },
  mentorship: {
    name: 'mentorship',
    all: { kind: 'more', label: 'See what is ahead', to: '/live-mentorships' },
  },
} as const;

interface Asked {
  now: number;
  /** Whether a paid Pro is active: it opens webinars. */
  hasPro: boolean;
}

export function offerOf(event: LiveEvent, { now, hasPro }: Asked): Offer {
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
    notes: event.kind === 'webinar' ? ['Live webinars are part of Pro: members with Pro book it free.'] : [],
    step: { kind: 'buy', label: `Book for ${shortRupees(event.price)}` },
    isForSale: true,
    seats,
  };
}

function calledOff(event: LiveEvent, shut: Omit<Offer, 'status'>): Offer {
  const mine = { kind: 'more', label: 'See your choices', to: '/my-learnings' } as const;
  return {
    ...shut,
    status: `Called off: ${event.calledOff?.reason}`,
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
        status: 'You were booked',
        notes: [],
        step: { kind: 'watch', label: 'Watch the recording', href },
      };
    return { ...rest, status: 'You were booked', notes: ['The recording appears here once it is ready.'] };
  }
  const href = event.joinUrl;
  if (href)
    return { ...rest, status: 'You have a seat', notes: [], step: { kind: 'join', label: 'Join now', href } };
  const opens = Date.parse(event.start) - JOINABLE_MS;
  const note =
    now < opens
      ? `The link to join opens here at ${formatTime(opens)} Indian time, 15 minutes before the start.`
      : 'The link to join appears here as soon as it is there.';
  return { ...rest, status: 'You have a seat', notes: [note] };
}

function seatsIn(seatsLeft: number | null): string | null {
  if (seatsLeft === null || seatsLeft > FEW_SEATS) return null;
  return seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`;
}

const RETRY_MS = 20_000;
const FAR_MS = 3_600_000;

/** In how many milliseconds the server has something new to say: the room opens, it is over; else false. */
export function nextLook(event: LiveEvent, now: number): number | false {
  if (!event.isBooked || event.calledOff) return false;
  const [opens, end] = [Date.parse(event.start) - JOINABLE_MS, Date.parse(event.end)];
  // Asked a moment early, by a clock that runs ahead, it is asked again.
  if (now >= opens && now < end && !event.joinUrl) return RETRY_MS;
  const next = [opens, end].find((moment) => moment > now);
  return next !== undefined && next - now < FAR_MS ? next - now + 500 : false;
}

/** What a seat brings, in the order in which it happens. */
export function gains({ kind, start, end }: LiveEvent): string[] {
  const isOneDay = Date.parse(end) - Date.parse(start) < 24 * 3_600_000;
  const seat =
    kind === 'webinar'
      ? `A seat in the live session${isOneDay ? `, ${lengthOf(start, end)} with time for questions` : ''}.`
      : 'A place in a small group that meets its mentor live, at the same hours until the last day.';
  return [
    seat,
    'A reminder a day before, and one when the room opens.',
    'The link to join, here and in My Learnings, from 15 minutes before the start.',
    'The recording, once it is ready after the end, for those who booked.',
  ];
}

function lengthOf(start: string, end: string): string {
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`];
  return parts.filter(Boolean).join(' ');
}
