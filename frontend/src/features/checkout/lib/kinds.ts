import type { ApiResponse } from '../../../shared/api/client';
import type { CheckoutItem, Kind } from '../../../shared/stores/checkoutDialog';

// All kinds share one flow, so the course endpoints provide the types for the others.
type Confirmed = ApiResponse<'/api/course/confirm/courseV1', 'post'>['data'];
interface Endpoints {
  cart: '/api/course/cartCourseV1';
  enroll: '/api/course/enrollCourseV1';
  confirm: '/api/course/confirm/courseV1';
}

const endpoints = (cart: string, enroll: string, confirm: string) =>
  ({ cart: `/api${cart}`, enroll: `/api${enroll}`, confirm: `/api${confirm}` }) as Endpoints;

const ENDPOINTS: Readonly<Record<Kind, Endpoints>> = {
  course: endpoints('/course/cartCourseV1', '/course/enrollCourseV1', '/course/confirm/courseV1'),
  webinar: endpoints('/learning/cartwebinarV1', '/learning/enrollwebinarV1', '/learning/confirm/webinarV1'),
  mentorship: endpoints(
    '/mentorship/cartMentorshipV1',
    '/mentorship/enroll',
    '/mentorship/confirm/mentorshipV1',
  ),
  liveTrading: endpoints('/learning/sessions/cart', '/learning/sessions/enroll', '/payments/confirm/learn'),
  pro: endpoints('/learnprosection/pro/cart', '/learnprosection/pro/enroll', '/learnprosection/pro/confirm'),
};

/** The page after the purchase, the label of the link to it, and the text while it opens. */
export interface Next {
  to: string;
  label: string;
  going: string;
}

const NEXT: Readonly<Record<Kind, Next>> = {
  course: { to: '/course-confirmation', label: 'View your purchase', going: 'Taking you to your course' },
  webinar: { to: '/webinar-confirmation', label: 'View your booking', going: 'Taking you to your booking' },
  mentorship: {
    to: '/mentorship-confirmation',
    label: 'View your booking',
    going: 'Taking you to your booking',
  },
  liveTrading: {
    to: '/liveTrading-confirmation',
    label: 'Go to your sessions',
    going: 'Taking you to your sessions',
  },
  pro: { to: '/my-learnings', label: 'Go to My Learnings', going: 'Taking you to My Learnings' },
};

const NO_BILLING = { gstNo: '', name: '', company: '', address: '', state: '', mobile: '' };

export const endpointsOf = (kind: Kind): Endpoints => ENDPOINTS[kind];

/** The request body of this kind's cart endpoint. */
export function cartBody({ kind, itemId, planId, sessionIds }: CheckoutItem): { id: string } {
  if (kind === 'pro') return { sectionId: itemId, planId } as never;
  if (kind === 'liveTrading') return { sessionIds, billingDetails: NO_BILLING } as never;
  return { id: itemId };
}

/** A course opens at its first topic; the other kinds have a confirmation page. */
export function nextOf(kind: Kind, course: Confirmed['courseId'] = null): Next {
  const [topic] = course?.chapters.flatMap(({ topics }) => topics) ?? [];
  return course && topic
    ? { to: `/course/${course._id}/topic/${topic._id}`, label: 'Start learning', going: NEXT.course.going }
    : NEXT[kind];
}
