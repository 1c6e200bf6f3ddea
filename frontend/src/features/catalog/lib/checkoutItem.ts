import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import type { CourseDetail } from '../queries';

/** A course as the checkout dialog takes it. */
export const checkoutItem = (course: CourseDetail): CheckoutItem => ({
  kind: 'course',
  itemId: course._id,
  title: course.title,
  creator: course.instructors[0]?.full_name ?? null,
  image: course.webimage[0]?.url ?? null,
  price: course.offer_price,
  oldPrice: course.markup_price,
  accessValidityInDays: course.accessValidityInDays,
});
