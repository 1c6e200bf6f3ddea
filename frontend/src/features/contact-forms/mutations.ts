import { useMutation } from '@tanstack/react-query';
import { type ApiResponse, post } from '../../shared/api/client';

export interface Draft {
  name: string;
  mobile: string;
  email: string;
  subject: string;
  message: string;
  /** Honeypot: people neither see nor fill it. */
  website: string;
}

export type Ticket = ApiResponse<'/api/grievance', 'post'>['data'];
export type Submission = ApiResponse<'/api/contact', 'post'>['data'];

/**
 * Sends a grievance; invalidates nothing. The endpoint is idempotent: the same text sent twice is one ticket.
 */
export const useSendGrievance = () =>
  useMutation({ mutationFn: (draft: Draft) => post('/api/grievance', draft) });

/** Sends a contact message, likewise. */
export const useSendMessage = () =>
  useMutation({ mutationFn: (draft: Draft) => post('/api/contact', draft) });
