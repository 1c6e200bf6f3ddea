import type { Kind } from '../stores/checkoutDialog';

const IS_LIVE: ReadonlySet<Kind> = new Set<Kind>(['liveTrading', 'webinar', 'mentorship']);

/** The refund policy in a sentence. */
export const refundRule = (kind: Kind): string =>
  `No refund if you change your mind${IS_LIVE.has(kind) ? '; a full refund if we cancel' : ''}.`;
