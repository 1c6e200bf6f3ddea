import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import type { LiveEvent } from './event';

/** A webinar or a mentorship as an item of the checkout dialog. */
export const eventItem = (event: LiveEvent): CheckoutItem => ({
  kind: event.kind,
  itemId: event.id,
  title: event.title,
  creator: event.host.name,
  image: event.banner,
  price: event.price,
  oldPrice: event.markup,
  accessValidityInDays: null,
  date: event.start,
  endDate: event.end,
  times: event.times,
});
