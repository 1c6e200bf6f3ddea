import type { Plan, ProSection, ProTime, Purchase } from '../features/pro/queries';
import { card } from './courses';

export const plan = (overrides: Partial<Plan> = {}): Plan => ({
  _id: 'p-year',
  priceName: '1 year',
  actualPrice: 18000,
  discountedPrice: 7999,
  discountPercentage: 56,
  validityPeriodInDays: 365,
  pricePerMonth: 666.59,
  startsAt: null,
  endsAt: null,
  ...overrides,
});

export const section = (overrides: Partial<ProSection> = {}): ProSection => ({
  _id: 'section-1',
  title: 'Rally Pro',
  image: '/covers/wide/75/section-1.svg',
  subscriptionPlanIds: [
    plan({
      _id: 'p-quarter',
      priceName: '3 months',
      actualPrice: 4500,
      discountedPrice: 2999.5,
      discountPercentage: 33,
      validityPeriodInDays: 90,
      pricePerMonth: 999.84,
    }),
    plan(),
  ],
  benefits: [
    {
      _id: 'b1',
      icon: '/static/brand/benefits/live.svg',
      description: 'Live webinars',
      longDescription: 'A seat in any of them.',
    },
  ],
  courses: [card(1, { proCourse: true, offer_price: 0, markup_price: null })],
  ...overrides,
});

export const purchase = (overrides: Partial<Purchase> = {}): Purchase => ({
  _id: 'b-1',
  orderId: 'o-1',
  sectionId: 'section-1',
  planId: 'p-year',
  planName: '1 year',
  title: 'Rally Pro',
  image: '/covers/wide/75/section-1.svg',
  validityPeriodInDays: 365,
  boughtAt: '2026-11-21T18:30:00Z',
  startsAt: '2026-11-21T18:30:00Z',
  endsAt: '2027-11-21T18:30:00Z',
  active: false,
  refunded: false,
  status: 'active',
  nextChangeAt: '2027-11-21T18:30:00Z',
  ...overrides,
});

/** Time that was not bought. */
export const proTime = (overrides: Partial<ProTime> = {}): ProTime => ({
  _id: 't-1',
  active: true,
  kind: 'paid',
  planName: '1 year',
  startsAt: '2026-11-21T18:30:00Z',
  endsAt: '2027-11-21T18:30:00Z',
  via: overrides.kind === 'trial' ? 'trial' : 'staff',
  status: 'active',
  nextChangeAt: '2027-11-21T18:30:00Z',
  ...overrides,
});
