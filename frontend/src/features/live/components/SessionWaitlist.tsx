import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { isShownError } from '../../../shared/api/client';
import { messageOf } from '../../../shared/api/messages';
import { placeText } from '../../../shared/lib/waitlist';
import { loginDialog } from '../../../shared/stores/loginDialog';
import { Alert } from '../../../shared/ui/Alert';
import { Button } from '../../../shared/ui/Button';
import { ownWaitlist } from '../detailQueries';
import { useJoinWaitlist } from '../mutations';
import * as classes from './PickerList.module.css';

interface Props {
  sessionId: string;
  /** The id of the element that names the session. */
  nameId: string;
  isMember: boolean;
}

/** For a full session: the way into the line, or the person's place in it. */
export function SessionWaitlist({ sessionId, nameId, isMember }: Props) {
  const entries = useQuery({ ...ownWaitlist(), enabled: isMember }).data?.data;
  const place = entries?.find(({ id }) => id === sessionId)?.place;
  const join = useJoinWaitlist({ kind: 'liveTrading', id: sessionId });
  const opener = useRef<HTMLButtonElement>(null);
  const wait = () => join.mutate();
  return (
    <div role="status" className={classes.wait}>
      {place ? (
        placeText(place)
      ) : (
        <Button
          ref={opener}
          size="s"
          variant="secondary"
          loading={join.isPending}
          aria-describedby={nameId}
          onClick={() => (isMember ? wait() : loginDialog.open({ opener: opener.current, onDone: wait }))}
        >
          Join the waiting list
        </Button>
      )}
      {isShownError(join.error) && <Alert>{messageOf(join.error, 'other')}</Alert>}
    </div>
  );
}
