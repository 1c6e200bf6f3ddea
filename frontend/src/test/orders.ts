import type { Cart, Confirmed } from '../features/checkout/queries';
import type { Order } from '../features/orders/queries';
import type { CheckoutItem } from '../shared/stores/checkoutDialog';

export const item = (overrides: Partial<CheckoutItem> = {}): CheckoutItem => ({
  kind: 'course',
  itemId: 'c1',
  title: 'Course 1',
  creator: 'Kavya Reddy',
  image: '/covers/wide/1/1.svg',
  price: 1499,
  oldPrice: 2999,
  accessValidityInDays: 365,
  ...overrides,
});

const bill = {
  igst: 134.91,
  cgst: 134.91,
  billTotal: 1768.82,
  taxLines: [
    { name: 'CGST' as const, rate: 9, amount: 134.91 },
    { name: 'SGST' as const, rate: 9, amount: 134.91 },
  ],
};

/** How the cart's tax is split, by the buyer's state. */
const splits = (half: number, whole: number): Cart['taxSplits'] => ({
  supplierState: 'Maharashtra',
  sameState: [
    { name: 'CGST', rate: 9, amount: half },
    { name: 'SGST', rate: 9, amount: half },
  ],
  otherState: [{ name: 'IGST', rate: 18, amount: whole }],
});

/** The amounts with WELCOME10. */
export const reduced = {
  igst: 121.42,
  cgst: 121.42,
  billTotal: 1591.94,
  taxLines: [{ name: 'IGST' as const, rate: 18, amount: 242.84 }],
  taxSplits: splits(121.42, 242.84),
};

export const cart = (overrides: Partial<Cart> = {}): Cart => ({
  _id: 'cart-1',
  kind: 'course',
  itemId: 'c1',
  title: 'Course 1',
  image: null,
  creator: 'Kavya Reddy',
  plan: { actualPrice: 2999, discountedPrice: 1499, priceName: null },
  coupon: null,
  ...bill,
  taxSplits: splits(134.91, 269.82),
  accessValidityInDays: 365,
  expiresAt: '2026-11-21T10:00:00Z',
  seats: 0,
  heldUntil: null,
  savings: 1500,
  ...overrides,
});

export const order = (overrides: Partial<Order> = {}): Order => ({
  _id: 'o1',
  number: 'RA-7K3M9Q2X',
  kind: 'course',
  itemId: 'c1',
  title: 'Course 1',
  image: '/covers/wide/1/1.svg',
  creator: 'Kavya Reddy',
  status: 'paid',
  createdAt: '2026-11-21T09:28:00Z',
  paidAt: '2026-11-21T09:30:00Z',
  plan: { actualPrice: 2999, discountedPrice: 1499, priceName: null },
  coupon: null,
  ...bill,
  accessValidityInDays: 365,
  href: '/courses/course-1',
  lines: [{ _id: 'l1', title: 'Course 1', price: 1499, isRefunded: false }],
  invoice: { number: 'RA26-0000001', url: '/api/orders/o1/invoice.pdf' },
  refunds: [],
  notice: null,
  ...overrides,
});

export const refund = (overrides: Partial<Order['refunds'][number]> = {}): Order['refunds'][number] => ({
  _id: 'r1',
  amount: 1768.82,
  status: 'requested',
  reason: 'Bought twice.',
  requestedAt: '2026-11-22T06:00:00Z',
  promisedBy: '2026-12-01',
  processedAt: null,
  creditNote: { number: 'RC26-0000001', url: '/api/orders/o1/credit-notes/r1.pdf' },
  ...overrides,
});

export const confirmed = (overrides: Partial<Confirmed> = {}): Confirmed => ({
  orderId: 'o1',
  amount: 176_882,
  kind: 'course',
  userId: { _id: 'u1', name: 'Ananya Iyer' },
  courseId: { _id: 'c1', weburlname: 'course-1', chapters: [{ topics: [{ _id: 't1' }, { _id: 't2' }] }] },
  receipt: order(),
  ...overrides,
});
