import { formatDay } from '../../../shared/lib/dates';
import type { ProTime, Purchase } from '../queries';

export type PeriodStatus = 'Active' | 'Starts later' | 'Ended' | 'Refunded';

export interface OwnPro {
  id: string;
  name: string;
  about: string;
  /** From when to when; empty after a refund. */
  days: string;
  status: PeriodStatus;
  orderId: string | null;
}

export interface OwnProList {
  /** Active and upcoming time first, then the past. */
  rows: OwnPro[];
  /** How many of them the overview shows: no past ones, unless there is nothing else. */
  amongOthers: number;
  /** The label of the link to the plans, if there is one. */
  plansLinkLabel: string | null;
}

const MAX_AMONG_OTHERS = 3;

export function ownPro(bought: readonly Purchase[], times: readonly ProTime[], now: number): OwnProList {
  const isActive = (period: Period) => periodStatus(period, now) === 'Active';
  const isOver = (period: Period) => periodStatus(period, now) === 'Ended';
  const current = bought.filter((purchase) => !isOver(purchase)).reverse();
  // A trial, or time given by staff, counts only while nothing paid is active.
  const given = bought.some(isActive) ? undefined : times.find(isActive);
  const count = current.length + (given ? 1 : 0);
  const upcoming = given ? [given, ...current] : current;
  return {
    rows: [
      ...(given ? [fromTime(given)] : []),
      ...[...current, ...bought.filter(isOver)].map((purchase) => fromPurchase(purchase, now)),
    ],
    amongOthers: Math.min(Math.max(count, 1), MAX_AMONG_OTHERS),
    plansLinkLabel: plansLinkLabel(upcoming, given),
  };
}

function plansLinkLabel(upcoming: readonly Period[], given: ProTime | undefined): string | null {
  if (upcoming.length === 0) return 'Renew Pro';
  if (given?.kind === 'trial') return "See what's in Pro";
  return upcoming.some(({ endsAt }) => endsAt === null) ? null : 'Extend your Pro';
}

type Period = Pick<Purchase, 'active' | 'startsAt' | 'endsAt'>;

/** The server decides whether it has started: this device's clock may be slow. */
function periodStatus({ active, startsAt, endsAt }: Period, now: number): Exclude<PeriodStatus, 'Refunded'> {
  if (startsAt === null || (endsAt !== null && Date.parse(endsAt) <= now)) return 'Ended';
  return active || Date.parse(startsAt) <= now ? 'Active' : 'Starts later';
}

function fromPurchase(purchase: Purchase, now: number): OwnPro {
  const count = purchase.validityPeriodInDays;
  return {
    id: purchase._id,
    name: purchase.planName,
    about: `${purchase.title}, ${count.toLocaleString('en-IN')} ${count === 1 ? 'day' : 'days'}`,
    days: dayText(purchase),
    status: purchase.refunded ? 'Refunded' : periodStatus(purchase, now),
    orderId: purchase.orderId,
  };
}

function fromTime(time: ProTime): OwnPro {
  const isTrial = time.kind === 'trial';
  return {
    id: time._id,
    name: isTrial ? 'Free trial' : time.planName,
    about: isTrial ? 'Includes Pro courses. Live webinars are not included.' : '',
    days: dayText(time),
    status: 'Active',
    orderId: null,
  };
}

function dayText({ startsAt, endsAt }: Pick<Period, 'startsAt' | 'endsAt'>): string {
  if (startsAt === null) return '';
  return endsAt
    ? `${formatDay(startsAt)} – ${formatDay(endsAt)}`
    : `From ${formatDay(startsAt)}, with no end date`;
}
