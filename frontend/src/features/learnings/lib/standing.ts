import { formatDay } from '../../../shared/lib/dates';
import type { OwnCourse } from '../queries';

export type Status = 'notStarted' | 'ongoing' | 'completed';

export const STATUSES: Readonly<Record<Status, string>> = {
  notStarted: 'Not started',
  ongoing: 'Ongoing',
  completed: 'Completed',
};

const STEPS: Readonly<Record<Status, string>> = {
  notStarted: 'Start',
  ongoing: 'Continue',
  completed: 'Watch again',
};

// What follows has a twin in apps/site/own_courses.py.

function statusOf({ progressPercent, lastTopicId }: OwnCourse): Status {
  if (progressPercent === 100) return 'completed';
  return lastTopicId === null ? 'notStarted' : 'ongoing';
}

/** How far the member is, in words. */
export function learnedLine(course: OwnCourse): string {
  const status = statusOf(course);
  return status === 'ongoing' ? `${course.progressPercent}% completed` : STATUSES[status];
}

/** Whether the course opens, why, and until when. */
export function accessLine({ access, proCourse }: OwnCourse): string {
  const end = access?.endsAt && formatDay(access.endsAt);
  if (access?.granted) {
    const until = end ? ` until ${end}` : '';
    if (access.via === 'pro') return `Opens with Pro${until}`;
    if (access.via === 'trial') return `Opens with your free trial${until}`;
    return until ? `Open${until}` : 'Open, with no end date';
  }
  if (proCourse) return 'Opens with Pro';
  return end ? `Ended on ${end}` : 'Your access has ended';
}

/** The next thing to do with a course, and where that is done. */
export function nextStep(course: OwnCourse): { label: string; to: string } {
  const status = statusOf(course);
  const topic = status === 'ongoing' ? course.lastTopicId : course.firstTopicId;
  return course.access?.granted && topic !== null
    ? { label: STEPS[status], to: `/course/${course.weburlname}/topic/${topic}` }
    : { label: 'See the course', to: `/courses/${course.weburlname}` };
}
