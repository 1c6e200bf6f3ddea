import { formatDay } from '../../../shared/lib/dates';
import { formatRupees } from '../../../shared/lib/money';
import type { CourseDetail } from '../queries';

/** What somebody can do with a course; twin: apps/site/course_page.py. */
export type Step =
  | { kind: 'learn'; label: string; topicId: string }
  | { kind: 'enrol'; label: string }
  | { kind: 'buy'; label: string }
  | { kind: 'pro'; label: string };

export interface Offer {
  /** Whether it opens, why, and until when; null where there is nothing to say. */
  access: string | null;
  /** The first is what the page asks for. */
  steps: Step[];
  /** What is said where something cannot be done yet. */
  note: string | null;
}

/** What this course is to the person; `lastTopicId` is where they stopped, if they began. */
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

/** Without the decimals where they say nothing: it stands on a button. */
const shortRupees = (amount: number) => formatRupees(amount).replace(/\.00$/, '');

function opened(course: CourseDetail, lastTopicId: string | null): Omit<Offer, 'access'> {
  const topics = course.chapters.flatMap((chapter) => chapter.topics);
  const topicId = topics.find(({ _id }) => _id === lastTopicId)?._id ?? topics[0]?._id;
  const steps: Step[] = [];
  if (topicId) {
    const label = course.isPurchased || lastTopicId ? 'Continue learning' : 'Start learning';
    steps.push({ kind: 'learn', label, topicId });
  }
  if (!course.isPurchased && course.proCourse) steps.push({ kind: 'enrol', label: 'Enrol with Pro' });
  return { steps, note: topicId ? null : 'The first topics are on their way.' };
}

function accessLine(access: CourseDetail['access']): string | null {
  if (!access) return null;
  const end = access.endsAt && formatDay(access.endsAt);
  if (!access.granted) return end ? `Your access ended on ${end}` : 'Your access has ended';
  const until = end ? ` until ${end}` : '';
  if (access.via === 'pro') return `Open with your Pro${until}`;
  if (access.via === 'trial') return `Open with your free trial${until}`;
  return until ? `Open${until}` : 'Open, with no end date';
}

/** What follows once the course is taken, in the order in which it happens. */
export function whatFollows(course: CourseDetail): { title: string; lines: string[] } {
  const kept = 'Your place in every topic is kept, so you go on where you stopped, on any device.';
  if (course.proCourse) {
    const lines = ['The course opens at once and stays open for as long as your Pro lasts.', kept];
    if (course.offer_price > 0)
      lines.push(`Bought on its own it stays open for ${daysOf(course)} from that moment, without Pro.`);
    return { title: 'With Pro', lines };
  }
  const isFree = course.offer_price === 0;
  return {
    title: isFree ? 'After you enrol' : 'After you pay',
    lines: [
      `The course opens at once, and stays open for ${daysOf(course)} from that moment.`,
      kept,
      isFree
        ? 'When the days are over you can enrol again.'
        : 'It is a single payment: nothing renews by itself, and nothing more is charged.',
    ],
  };
}

export function daysOf({ accessValidityInDays: days }: CourseDetail): string {
  return `${days.toLocaleString('en-IN')} ${days === 1 ? 'day' : 'days'}`;
}
