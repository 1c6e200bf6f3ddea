import { useState } from 'react';
import { type Draft, type Taken, useSendMessage } from '../mutations';
import { Received } from './Received';
import { type Member, WritingForm } from './WritingForm';

const NEEDED = ['name', 'email', 'subject', 'message'] as const;

export function ContactForm({ member }: { member: Member | null }) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const send = useSendMessage();
  const write = {
    ...send,
    mutate: (draft: Draft, then: { onError: (reason: unknown) => void }) =>
      send.mutate(draft, { ...then, onSuccess: ({ data }) => setTaken(data) }),
  };
  if (taken)
    return (
      <Received
        title="We have your message"
        number={taken.number}
        again="Write another message"
        onAgain={() => setTaken(null)}
      >
        <li>A person reads it in our working hours.</li>
        <li>The answer comes to the mail address you gave.</li>
      </Received>
    );
  return (
    <WritingForm
      title="Write to us"
      promise="A person reads it in our working hours and answers by mail. For a complaint use the grievance form, which has a deadline for our answer."
      action="Send the message"
      subject="Subject"
      needed={NEEDED}
      member={member}
      write={write}
    />
  );
}
