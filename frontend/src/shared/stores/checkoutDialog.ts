import { create } from 'zustand';

export type Kind = 'course' | 'webinar' | 'mentorship' | 'liveTrading' | 'pro';

/** What is to be bought, as the page that offers it knows it; the server has the last word on all of it. */
export interface CheckoutItem {
  kind: Kind;
  /** The course, webinar, mentorship, program or Pro section. */
  itemId: string;
  /** Of Pro. */
  planId?: string;
  /** Of a live trading program. */
  sessionIds?: readonly string[];
  title: string;
  creator: string | null;
  image: string | null;
  /** In rupees. */
  price: number;
  oldPrice: number | null;
  accessValidityInDays: number | null;
}

interface Visit {
  item: CheckoutItem | null;
  /** The order whose payment was under way when the page was left. */
  orderId: string | null;
}

interface State extends Visit {
  /** Gets the focus back when the dialog goes. */
  opener: HTMLElement | null;
  /** Somebody has turned to it: from then on it stands ready. */
  isExpected: boolean;
}

const KEY = 'checkout';
const NOTHING: Visit = { item: null, orderId: null };

/** The one checkout dialog: what is bought in it, or null while it is closed. */
export const useCheckoutDialog = create<State>(() => {
  const visit = kept();
  return { ...visit, opener: null, isExpected: visit.item !== null };
});

export const checkoutDialog = {
  expect: () => useCheckoutDialog.setState({ isExpected: true }),
  open: (item: CheckoutItem, opener: HTMLElement | null = null) =>
    become({ item, orderId: null, opener, isExpected: true }),
  /** A reload in the middle of a payment goes on with this order. */
  note: (item: CheckoutItem, orderId: string) => become({ item, orderId }),
  close: () => become(NOTHING),
};

function become(state: Visit & Partial<State>): void {
  useCheckoutDialog.setState(state);
  const { item, orderId } = state;
  try {
    if (item) sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, item, orderId }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage a reload closes the dialog; the cart is the server's and loses nothing.
  }
}

/** What was open on this very page before a reload. */
function kept(): Visit {
  try {
    const { path, item, orderId } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return path === location.pathname ? { item, orderId } : NOTHING;
  } catch {
    return NOTHING;
  }
}
