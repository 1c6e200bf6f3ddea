import { create } from 'zustand';
import type { Occasion } from '../lib/clashes';

export type Kind = 'course' | 'webinar' | 'mentorship' | 'liveTrading' | 'pro';

/** The item to buy, as the page describes it; the server's quote decides. */
export interface CheckoutItem {
  kind: Kind;
  /** The id of a course, webinar, mentorship, program or Pro section. */
  itemId: string;
  /** For Pro. */
  planId?: string;
  /** For a live trading program. */
  sessionIds?: readonly string[];
  title: string;
  creator: string | null;
  image: string | null;
  /** In rupees. */
  price: number;
  oldPrice: number | null;
  accessValidityInDays: number | null;
  /** Start and end of something live, as ISO 8601. */
  date?: string;
  endDate?: string;
  /** When somebody who buys it has to attend. */
  times?: readonly Occasion[];
}

interface Visit {
  item: CheckoutItem | null;
  /** The order whose payment was in progress when the page was unloaded. */
  orderId: string | null;
  /** The order whose payment window was opened last; its payment may be reported later. */
  openOrderId: string | null;
}

interface State extends Visit {
  /** Gets the focus when the dialog closes. */
  opener: HTMLElement | null;
  /** Preloaded by hover or focus: from then on the dialog is mounted. */
  isPreloaded: boolean;
}

const KEY = 'checkout';
const NOTHING: Visit = { item: null, orderId: null, openOrderId: null };

/** The store of the checkout dialog: its item, or null while it is closed. */
export const useCheckoutDialog = create<State>(() => ({ ...NOTHING, opener: null, isPreloaded: false }));

/** Opens the dialog that was open on this page before a reload. */
export function restoreCheckout(): void {
  const visit = savedVisit();
  if (visit.item) useCheckoutDialog.setState({ ...visit, isPreloaded: true });
}

export const checkoutDialog = {
  expect: () => useCheckoutDialog.setState({ isPreloaded: true }),
  open: (item: CheckoutItem, opener: HTMLElement | null = null) =>
    update({ item }, { opener, isPreloaded: true }),
  /** After a reload during a payment this order is resumed. */
  setOrder: (item: CheckoutItem, orderId: string) => update({ item, orderId }),
  /** After a reload with its window open this order is followed. */
  setOpenOrder: (item: CheckoutItem, openOrderId: string) => update({ item, openOrderId }),
  close: () => update({}),
};

function update(visit: Partial<Visit>, shown: Partial<State> = {}): void {
  useCheckoutDialog.setState({ ...NOTHING, ...visit, ...shown });
  try {
    if (visit.item) sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, ...visit }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage a reload closes the dialog; the cart is on the server.
  }
}

/** The item that was open on this page before a reload. */
function savedVisit(): Visit {
  try {
    const { path, ...visit } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return path === location.pathname ? { ...NOTHING, ...visit } : NOTHING;
  } catch {
    return NOTHING;
  }
}
