import type { Answer } from '../../../shared/api/client';
import type { CheckoutItem, Kind } from '../../../shared/stores/checkoutDialog';

// All kinds are sold alike, so the calls of courses lend the others their types.
type Confirmed = Answer<'/api/course/confirm/courseV1', 'post'>['data'];
interface Calls {
  cart: '/api/course/cartCourseV1';
  enroll: '/api/course/enrollCourseV1';
  confirm: '/api/course/confirm/courseV1';
}

const calls = (cart: string, enroll: string, confirm: string) =>
  ({ cart: `/api${cart}`, enroll: `/api${enroll}`, confirm: `/api${confirm}` }) as Calls;

const CALLS: Readonly<Record<Kind, Calls>> = {
  course: calls('/course/cartCourseV1', '/course/enrollCourseV1', '/course/confirm/courseV1'),
  webinar: calls('/learning/cartwebinarV1', '/learning/enrollwebinarV1', '/learning/confirm/webinarV1'),
  mentorship: calls('/mentorship/cartMentorshipV1', '/mentorship/enroll', '/mentorship/confirm/mentorshipV1'),
  liveTrading: calls('/learning/sessions/cart', '/learning/sessions/enroll', '/payments/confirm/learn'),
  pro: calls('/learnprosection/pro/cart', '/learnprosection/pro/enroll', '/learnprosection/pro/confirm'),
};

/** Where the buyer goes once it is theirs, and how the button says so. */
const NEXT: Readonly<Record<Kind, { to: string; label: string }>> = {
  course: { to: '/course-confirmation', label: 'See what you bought' },
  webinar: { to: '/webinar-confirmation', label: 'See your booking' },
  mentorship: { to: '/mentorship-confirmation', label: 'See your booking' },
  liveTrading: { to: '/liveTrading-confirmation', label: 'See your sessions' },
  pro: { to: '/my-learnings', label: 'Go to My Learnings' },
};

const NO_BILLING = { gstNo: '', name: '', company: '', address: '', state: '', mobile: '' };

export const callsOf = (kind: Kind): Calls => CALLS[kind];

/** What the cart call of this kind takes. */
export function cartBody({ kind, itemId, planId, sessionIds }: CheckoutItem): { id: string } {
  if (kind === 'pro') return { sectionId: itemId, planId } as never;
  if (kind === 'liveTrading') return { sessionIds, billingDetails: NO_BILLING } as never;
  return { id: itemId };
}

/** A bought course opens at its first topic; everything else has a page that confirms it. */
export function nextOf(kind: Kind, course: Confirmed['courseId'] = null): { to: string; label: string } {
  const [topic] = course?.chapters.flatMap(({ topics }) => topics) ?? [];
  return course && topic
    ? { to: `/course/${course._id}/topic/${topic._id}`, label: 'Start learning' }
    : NEXT[kind];
}
