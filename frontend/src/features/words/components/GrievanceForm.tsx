import { useState } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { type Draft, type Ticket, useSendGrievance } from '../mutations';
import { Received } from './Received';
import { type Member, WritingForm } from './WritingForm';

const NEEDED = ['name', 'mobile', 'subject', 'message'] as const;

export function GrievanceForm({ member }: { member: Member | null }) {
  const [ticket, setTicket] = useState<Ticket | null>(null);
  const send = useSendGrievance();
  const write = {
    ...send,
    mutate: (draft: Draft, then: { onError: (reason: unknown) => void }) =>
      send.mutate(draft, { ...then, onSuccess: ({ data }) => setTicket(data) }),
  };
  if (ticket)
    return (
      <Received
        title="We have your grievance"
        number={ticket.number}
        again="Write another grievance"
        onAgain={() => setTicket(null)}
      >
        <li>
          {ticket.acknowledgedBy === 'mail'
            ? 'A mail with this number is on its way to you.'
            : 'A text message with this number is on its way to you.'}
        </li>
        <li>A person reads what you wrote, and asks you if something is missing.</li>
        <li>You get our answer by {formatDay(ticket.dueDate)}, which is 21 days from now, or sooner.</li>
        <li>If it does not settle the matter, steps 2 and 3 below are open to you.</li>
      </Received>
    );
  return (
    <WritingForm
      title="Write to us"
      promise="You get a ticket number at once, and an answer from a person within 21 days."
      action="Send the grievance"
      subject="What it is about"
      needed={NEEDED}
      hasMobile
      member={member}
      write={write}
    />
  );
}
