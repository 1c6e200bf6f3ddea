import { formatDay } from '../../../shared/lib/dates';
import { shortRupees } from '../../../shared/lib/money';
import type { CourseDetail } from '../queries';

export type Action = CourseDetail['offer']['actions'][number];

export function actionLabel(action: Action, course: CourseDetail): string {
  switch (action) {
    case 'start':
      return 'Start learning';
    case 'continue':
      return 'Continue learning';
    case 'watchAgain':
      return 'Review';
    case 'enrol':
      return 'Enrol for free';
    case 'enrolWithPro':
      return 'Enrol with Pro';
    case 'getPro':
      return 'Get Pro';
    case 'buy':
      return `Buy for ${shortRupees(course.priceWithGst ?? 0)}`;
  }
}

/** Whether there is access, why, and until when; null if there is nothing to show. */
export function accessText({ access }: CourseDetail): string | null {
  if (!access) return null;
  const end = access.endsAt && formatDay(access.endsAt);
  if (!access.granted) return end ? `Your access ended on ${end}` : 'Your access has ended';
  const until = end ? ` until ${end}` : '';
  if (access.via === 'pro') return `Access with your Pro${until}`;
  if (access.via === 'trial') return `Access with your free trial${until}`;
  return until ? `Access${until}` : 'Access with no end date';
}

/** What happens after enrolment, in order. */
export function termsText(course: CourseDetail): { title: string; lines: string[] } {
  const kept = 'Pick up where you left off in every topic, on any device.';
  const bought = `You get access immediately, for ${daysOf(course)}.`;
  const withPro = ['You get access immediately, for as long as your Pro is active.', kept];
  switch (course.pricing) {
    case 'free':
      return {
        title: 'After you enrol',
        lines: [bought, kept, 'When your access ends, you can enrol again.'],
      };
    case 'paid':
      return {
        title: 'After you pay',
        lines: [bought, kept, 'This is a one-time payment. There is no auto-renewal and no further charge.'],
      };
    case 'pro':
      return { title: 'With Pro', lines: withPro };
    case 'proOrPaid':
      return {
        title: 'With Pro',
        lines: [...withPro, `If you buy it separately, you get access for ${daysOf(course)}, without Pro.`],
      };
  }
}

export function daysOf({ accessValidityInDays: days }: CourseDetail): string {
  return `${days.toLocaleString('en-IN')} ${days === 1 ? 'day' : 'days'}`;
}

/** Null when a review can be written, or when there is nothing to learn yet. */
export function reviewText({ review }: CourseDetail): string | null {
  if (!review || review.topicsLeft === 0) return null;
  const more = review.topicsLeft === 1 ? '1 more topic' : `${review.topicsLeft} more topics`;
  return `You can review this course once you have finished half of it: ${more} to go.`;
}
