import { formatDay } from '../../../shared/lib/dates';
import type { ProTime, Purchase } from '../queries';

// All of it has a twin in apps/site/own_pro.py.

export type Standing = 'Active' | 'Starts later' | 'Ended' | 'Refunded';

export interface OwnPro {
  id: string;
  name: string;
  about: string;
  /** From when to when; empty where it was taken back. */
  days: string;
  standing: Standing;
  orderId: string | null;
}

export interface Shown {
  /** What is active and what comes after it, then what is over. */
  rows: OwnPro[];
  /** How many of them count today: none that is over, unless there is nothing else. */
  amongOthers: number;
  /** What the way to the plans is called, if there is a use for it. */
  wayOn: string | null;
}

const MOST_AMONG_OTHERS = 3;

export function ownPro(bought: readonly Purchase[], times: readonly ProTime[], now: number): Shown {
  const isActive = (held: Held) => standingOf(held, now) === 'Active';
  const isOver = (held: Held) => standingOf(held, now) === 'Ended';
  const current = bought.filter((purchase) => !isOver(purchase)).reverse();
  // What nobody paid for counts while nothing else is active: a trial, or a gift of staff.
  const given = bought.some(isActive) ? undefined : times.find(isActive);
  const count = current.length + (given ? 1 : 0);
  const ahead = given ? [given, ...current] : current;
  return {
    rows: [
      ...(given ? [ofTime(given)] : []),
      ...[...current, ...bought.filter(isOver)].map((purchase) => ofPurchase(purchase, now)),
    ],
    amongOthers: Math.min(Math.max(count, 1), MOST_AMONG_OTHERS),
    wayOn: wayOn(ahead, given),
  };
}

function wayOn(ahead: readonly Held[], given: ProTime | undefined): string | null {
  if (ahead.length === 0) return 'Renew Pro';
  if (given?.kind === 'trial') return 'See what Pro holds';
  return ahead.some(({ endsAt }) => endsAt === null) ? null : 'Add time to your Pro';
}

type Held = Pick<Purchase, 'active' | 'startsAt' | 'endsAt'>;

/** The server knows best whether it has begun: this device's clock may be slow. */
function standingOf({ active, startsAt, endsAt }: Held, now: number): Exclude<Standing, 'Refunded'> {
  if (startsAt === null || (endsAt !== null && Date.parse(endsAt) <= now)) return 'Ended';
  return active || Date.parse(startsAt) <= now ? 'Active' : 'Starts later';
}

function ofPurchase(purchase: Purchase, now: number): OwnPro {
  const count = purchase.validityPeriodInDays;
  return {
    id: purchase._id,
    name: purchase.planName,
    about: `${purchase.title}, ${count.toLocaleString('en-IN')} ${count === 1 ? 'day' : 'days'}`,
    days: dayWords(purchase),
    standing: purchase.refunded ? 'Refunded' : standingOf(purchase, now),
    orderId: purchase.orderId,
  };
}

function ofTime(time: ProTime): OwnPro {
  const isTrial = time.kind === 'trial';
  return {
    id: time._id,
    name: isTrial ? 'Free trial' : time.planName,
    about: isTrial ? 'Opens Pro courses. Live webinars are not part of it.' : '',
    days: dayWords(time),
    standing: 'Active',
    orderId: null,
  };
}

function dayWords({ startsAt, endsAt }: Pick<Held, 'startsAt' | 'endsAt'>): string {
  if (startsAt === null) return '';
  return endsAt
    ? `${formatDay(startsAt)} – ${formatDay(endsAt)}`
    : `From ${formatDay(startsAt)}, with no end date`;
}
