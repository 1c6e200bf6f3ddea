import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import type { Plan, ProSection } from '../queries';

/** A plan of Pro as an item of the checkout dialog. */
export const checkoutItem = (section: ProSection, plan: Plan): CheckoutItem => ({
  kind: 'pro',
  itemId: section._id,
  planId: plan._id,
  title: section.title,
  creator: null,
  image: section.image,
  price: plan.discountedPrice,
  oldPrice: plan.actualPrice > plan.discountedPrice ? plan.actualPrice : null,
  accessValidityInDays: plan.validityPeriodInDays,
});
