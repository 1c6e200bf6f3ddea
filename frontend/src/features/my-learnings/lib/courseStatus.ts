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

function statusOf({ progressPercent, lastTopicId }: OwnCourse): Status {
  if (progressPercent === 100) return 'completed';
  return lastTopicId === null ? 'notStarted' : 'ongoing';
}

/** The progress as text. */
export function progressText(course: OwnCourse): string {
  const status = statusOf(course);
  return status === 'ongoing' ? `${course.progressPercent}% completed` : STATUSES[status];
}

/** Whether there is access, why, and until when. */
export function accessText({ access, proCourse }: OwnCourse): string {
  const end = access?.endsAt && formatDay(access.endsAt);
  if (access?.granted) {
    const until = end ? ` until ${end}` : '';
    if (access.via === 'pro') return `Access with Pro${until}`;
    if (access.via === 'trial') return `Access with your free trial${until}`;
    return until ? `Access${until}` : 'Access with no end date';
  }
  if (proCourse) return 'Available with Pro';
  return end ? `Access ended on ${end}` : 'Your access has ended';
}

/** The label and URL of the next step. */
export function nextStep(course: OwnCourse): { label: string; to: string } {
  const status = statusOf(course);
  const topic = status === 'ongoing' ? course.lastTopicId : course.firstTopicId;
  return course.access?.granted && topic !== null
    ? { label: STEPS[status], to: `/course/${course.weburlname}/topic/${topic}` }
    : { label: 'Go to course', to: `/courses/${course.weburlname}` };
}
