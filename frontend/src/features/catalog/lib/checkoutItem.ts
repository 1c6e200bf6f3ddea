import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import type { CourseDetail } from '../queries';

/** The largest image width in the checkout; the server's carts use the same. */
const SMALL = 640;

/** A course as an item of the checkout dialog. */
export const checkoutItem = (course: CourseDetail): CheckoutItem => ({
  kind: 'course',
  itemId: course._id,
  title: course.title,
  creator: course.instructors[0]?.full_name ?? null,
  image: (course.webimage.find(({ width }) => width <= SMALL) ?? course.webimage[0])?.url ?? null,
  price: course.offer_price,
  oldPrice: course.markup_price,
  accessValidityInDays: course.accessValidityInDays,
});
