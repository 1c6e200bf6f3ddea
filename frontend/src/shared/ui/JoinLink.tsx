import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { post } from '../api/client';
import { messageOf } from '../api/messages';
import { Alert } from './Alert';
import { ButtonLink } from './ButtonLink';

interface Props {
  meetingId: string;
  /** Our address of the room, for a click before the scripts have loaded. */
  href: string;
  wide?: boolean;
  size?: 's' | 'l';
  className?: string | undefined;
  describedBy?: string;
  children: ReactNode;
}

/** Opens the room of a meeting in a new tab. The server decides whether it is open, whatever the device's clock. */
export function JoinLink({ meetingId, href, describedBy, children, ...look }: Props) {
  const join = useMutation({
    mutationFn: () =>
      post('/api/learning/rooms/{meeting_id}/join', undefined, { path: { meeting_id: meetingId } }),
  });
  const open = () => {
    // Opened within the click: browsers block windows that open later.
    const tab = window.open('', '_blank');
    // The room is somebody else's site, which must not be able to replace our page.
    if (tab) tab.opener = null;
    join.mutate(undefined, {
      onSuccess: ({ data: { url } }) => (tab ?? window).location.assign(url),
      onError: () => tab?.close(),
    });
  };
  return (
    <>
      <ButtonLink
        {...look}
        href={href}
        target="_blank"
        rel="noreferrer"
        aria-describedby={describedBy}
        aria-busy={join.isPending || undefined}
        onClick={(event) => {
          event.preventDefault();
          if (!join.isPending) open();
        }}
      >
        {children}
      </ButtonLink>
      {join.error && <Alert>{messageOf(join.error, 'other')}</Alert>}
    </>
  );
}
