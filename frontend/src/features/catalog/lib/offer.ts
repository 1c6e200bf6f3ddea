import { formatDay } from '../../../shared/lib/dates';
import { shortRupees } from '../../../shared/lib/money';
import type { CourseDetail } from '../queries';

/** The next step with a course. */
export type Step =
  | { kind: 'learn'; label: string; topicId: string }
  | { kind: 'enrol'; label: string }
  | { kind: 'buy'; label: string }
  | { kind: 'pro'; label: string };

export interface Offer {
  /** Whether there is access, why, and until when; null if there is nothing to show. */
  access: string | null;
  /** The first is the primary step. */
  steps: Step[];
  /** Why something is not possible yet. */
  note: string | null;
}

/** What this person can do with this course; `lastTopicId` is where they stopped, if they started. */
export function offerOf(course: CourseDetail, lastTopicId: string | null = null): Offer {
  const access = accessLine(course.access);
  if (course.access?.granted) return { access, ...opened(course, lastTopicId) };
  const isFree = course.offer_price === 0;
  const steps: Step[] = [];
  if (course.proCourse) steps.push({ kind: 'pro', label: 'Get Pro' });
  else if (isFree) steps.push({ kind: 'enrol', label: 'Enrol for free' });
  if (!isFree) steps.push({ kind: 'buy', label: `Buy for ${shortRupees(course.offer_price)}` });
  return { access, steps, note: null };
}

function opened(course: CourseDetail, lastTopicId: string | null): Omit<Offer, 'access'> {
  const topics = course.chapters.flatMap((chapter) => chapter.topics);
  const topicId = topics.find(({ _id }) => _id === lastTopicId)?._id ?? topics[0]?._id;
  const steps: Step[] = [];
  if (topicId) {
    const label = course.isPurchased || lastTopicId ? 'Continue learning' : 'Start learning';
    steps.push({ kind: 'learn', label, topicId });
  }
  if (!course.isPurchased && course.proCourse) steps.push({ kind: 'enrol', label: 'Enrol with Pro' });
  return { steps, note: topicId ? null : 'Topics are coming soon.' };
}

function accessLine(access: CourseDetail['access']): string | null {
  if (!access) return null;
  const end = access.endsAt && formatDay(access.endsAt);
  if (!access.granted) return end ? `Your access ended on ${end}` : 'Your access has ended';
  const until = end ? ` until ${end}` : '';
  if (access.via === 'pro') return `Access with your Pro${until}`;
  if (access.via === 'trial') return `Access with your free trial${until}`;
  return until ? `Access${until}` : 'Access with no end date';
}

/** What happens after enrolment, in order. */
export function nextSteps(course: CourseDetail): { title: string; lines: string[] } {
  const kept = 'Pick up where you left off in every topic, on any device.';
  if (course.proCourse) {
    const lines = ['You get access immediately, for as long as your Pro is active.', kept];
    if (course.offer_price > 0)
      lines.push(`If you buy it separately, you get access for ${daysOf(course)}, without Pro.`);
    return { title: 'With Pro', lines };
  }
  const isFree = course.offer_price === 0;
  return {
    title: isFree ? 'After you enrol' : 'After you pay',
    lines: [
      `You get access immediately, for ${daysOf(course)}.`,
      kept,
      isFree
        ? 'When your access ends, you can enrol again.'
        : 'This is a one-time payment. There is no auto-renewal and no further charge.',
    ],
  };
}

export function daysOf({ accessValidityInDays: days }: CourseDetail): string {
  return `${days.toLocaleString('en-IN')} ${days === 1 ? 'day' : 'days'}`;
}
