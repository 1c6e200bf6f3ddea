import { useState } from 'react';
import { type Submission, useSendMessage } from '../mutations';
import { type Member, MessageForm } from './MessageForm';
import { SubmissionReceipt } from './SubmissionReceipt';

const REQUIRED_FIELDS = ['name', 'email', 'subject', 'message'] as const;

export function ContactForm({ member }: { member: Member | null }) {
  const [submission, setSubmission] = useState<Submission | null>(null);
  const send = useSendMessage();
  if (submission)
    return (
      <SubmissionReceipt
        title="We have received your message"
        number={submission.number}
        againLabel="Write another message"
        onAgain={() => setSubmission(null)}
      >
        <li>Our team will read it during working hours.</li>
        <li>We will reply to the email address you gave.</li>
      </SubmissionReceipt>
    );
  return (
    <MessageForm
      title="Write to us"
      note="Our team replies by email, during working hours. For a complaint, use the grievance form: it has a deadline for our reply."
      action="Send message"
      subject="Subject"
      requiredFields={REQUIRED_FIELDS}
      member={member}
      mutation={send}
      onSent={({ data }) => setSubmission(data)}
    />
  );
}
