import { formatDay } from '../../../shared/lib/dates';
import type { OwnCourse } from '../queries';

export type Status = OwnCourse['status'];

export const STATUSES: Readonly<Record<Status, string>> = {
  notStarted: 'Not started',
  ongoing: 'Ongoing',
  completed: 'Completed',
};

const STEPS: Readonly<Record<Status, string>> = {
  notStarted: 'Start',
  ongoing: 'Continue',
  completed: 'Review',
};

/** The progress as text. */
export function progressText({ status, progressPercent }: OwnCourse): string {
  return status === 'ongoing' ? `${progressPercent}% completed` : STATUSES[status];
}

/** Whether there is access, why, and until when. */
export function accessText({ access, offer }: OwnCourse): string {
  const end = access?.endsAt && formatDay(access.endsAt);
  if (access?.granted) {
    const until = end ? ` until ${end}` : '';
    if (access.via === 'pro') return `Access with Pro${until}`;
    if (access.via === 'trial') return `Access with your free trial${until}`;
    return until ? `Access${until}` : 'Access with no end date';
  }
  if (offer.reason === 'needsPro') return 'Available with Pro';
  return end ? `Access ended on ${end}` : 'Your access has ended';
}

/** The label and URL of the next step. */
export function nextStep({ offer, status, weburlname }: OwnCourse): { label: string; to: string } {
  return offer.topicId === null
    ? { label: 'Go to course', to: `/courses/${weburlname}` }
    : { label: STEPS[status], to: `/course/${weburlname}/topic/${offer.topicId}` };
}

/** Where the certificate of a course is: once it is completed, and after topics were added to it. */
export const certificatePath = ({ status, hasCertificate, weburlname }: OwnCourse): string | null =>
  status === 'completed' || hasCertificate ? `/course/${weburlname}/completed` : null;
