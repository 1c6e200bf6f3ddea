import { type Answer, post } from '../../shared/api/client';
import { useWrite } from '../../shared/lib/useWrite';

export interface Draft {
  name: string;
  mobile: string;
  email: string;
  subject: string;
  message: string;
  /** People neither see nor fill it. */
  website: string;
}

export type Ticket = Answer<'/api/grievance', 'post'>['data'];
export type Taken = Answer<'/api/contact', 'post'>['data'];

/** Makes nothing stale: what was sent is not shown anywhere. The same words sent twice are one ticket. */
export const useSendGrievance = () => useWrite((draft: Draft) => post('/api/grievance', draft));

/** Likewise for a message to the office. */
export const useSendMessage = () => useWrite((draft: Draft) => post('/api/contact', draft));
