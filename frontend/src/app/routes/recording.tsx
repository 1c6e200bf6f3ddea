import { useParams } from 'react-router';
import { RecordingPlayer } from '../../features/player/components/RecordingPlayer';
import { AppLink } from '../../shared/ui/AppLink';
import { useTitle } from '../page/useTitle';
import * as classes from './Recording.module.css';

export default function Recording() {
  const { meetingId = '' } = useParams();
  useTitle('Recording');
  return (
    <div className={`container stack gap-4 ${classes.root}`}>
      <p>
        <AppLink to="/my-learnings">My Learnings</AppLink>
      </p>
      <RecordingPlayer key={meetingId} meetingId={meetingId} />
    </div>
  );
}
