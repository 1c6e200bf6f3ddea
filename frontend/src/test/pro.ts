import type { Plan, ProSection } from '../features/pro/queries';
import { card } from './courses';

export const plan = (facts: Partial<Plan> = {}): Plan => ({
  _id: 'p-year',
  priceName: '1 year',
  actualPrice: 18000,
  discountedPrice: 7999,
  discountPercentage: 56,
  validityPeriodInDays: 365,
  ...facts,
});

export const section = (facts: Partial<ProSection> = {}): ProSection => ({
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
  ...facts,
});
