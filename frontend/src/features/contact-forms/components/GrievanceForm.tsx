import { useState } from 'react';
import { durationText } from '../../../shared/lib/businessConstants';
import { formatDay } from '../../../shared/lib/dates';
import { type Ticket, useSendGrievance } from '../mutations';
import { type Member, MessageForm } from './MessageForm';
import { SubmissionReceipt } from './SubmissionReceipt';

const REQUIRED_FIELDS = ['name', 'mobile', 'subject', 'message'] as const;

export function GrievanceForm({ member }: { member: Member | null }) {
  const [ticket, setTicket] = useState<Ticket | null>(null);
  const send = useSendGrievance();
  if (ticket)
    return (
      <SubmissionReceipt
        title="We have received your grievance"
        number={ticket.number}
        againLabel="Write another grievance"
        onAgain={() => setTicket(null)}
      >
        <li>
          {ticket.acknowledgedBy === 'mail'
            ? 'We are sending you an email with this number.'
            : 'We are sending you an SMS with this number.'}
        </li>
        <li>Our team will read it, and contact you if we need more details.</li>
        <li>We will reply by {formatDay(ticket.dueDate)}, or sooner.</li>
        <li>If our reply does not resolve it, you can take steps 2 and 3 below.</li>
      </SubmissionReceipt>
    );
  return (
    <MessageForm
      title="Write to us"
      note={`You get a ticket number immediately, and a reply from our team within ${durationText('grievanceReply')}.`}
      action="Submit grievance"
      subject="Subject"
      requiredFields={REQUIRED_FIELDS}
      hasMobile
      member={member}
      mutation={send}
      onSent={({ data }) => setTicket(data)}
    />
  );
}
