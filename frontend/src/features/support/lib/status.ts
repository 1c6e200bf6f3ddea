import type { SupportRequestCard } from '../queries';

type Status = { label: string; tone: 'neutral' | 'success' | 'warning' };

const STATUSES: Record<SupportRequestCard['status'], Status> = {
  received: { label: 'Received', tone: 'neutral' },
  working: { label: 'In progress', tone: 'neutral' },
  waiting: { label: 'Waiting for you', tone: 'warning' },
  escalated: { label: 'Escalated', tone: 'neutral' },
  answered: { label: 'Answered', tone: 'success' },
  resolved: { label: 'Resolved', tone: 'success' },
  closed: { label: 'Closed', tone: 'neutral' },
};

export const statusOf = ({ status }: SupportRequestCard) => STATUSES[status];

export const kindOf = ({ kind }: SupportRequestCard) => (kind === 'grievance' ? 'Grievance' : 'Message');

/** '1.4 MB', '240 kB' */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
