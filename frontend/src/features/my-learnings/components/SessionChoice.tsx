import { type Ref, useId } from 'react';
import { Radio } from '../../../shared/ui/Radio';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { type OpenSession, sessionTimeText } from '../lib/openSessions';
import * as classes from './ChangeDialog.module.css';

interface Props {
  ref: Ref<HTMLFieldSetElement>;
  legend: string;
  sessions: readonly OpenSession[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}

/** The sessions of a program as radio buttons; full ones are disabled. */
export function SessionChoice({ ref, legend, sessions, chosenId, onChoose }: Props) {
  const name = useId();
  if (!sessions.some(({ isFull }) => !isFull)) {
    return (
      <p className={`ink-2 text-s ${classes.result}`}>
        No other session of this program has a seat right now. Seats open up when others change theirs.
      </p>
    );
  }
  return (
    <fieldset ref={ref} tabIndex={-1} className={`stack gap-2 ${classes.choice}`}>
      <legend className={`mb-2 text-s weight-600 ${classes.legend}`}>{legend}</legend>
      {sessions.map((session) => (
        <Radio
          key={session.id}
          name={name}
          value={session.id}
          className={classes.session}
          disabled={session.isFull}
          checked={session.id === chosenId}
          onChange={() => onChoose(session.id)}
          label={<Label session={session} />}
        />
      ))}
    </fieldset>
  );
}

function Label({ session }: { session: OpenSession }) {
  return (
    <span className={`stack leading-snug ${classes.label}`}>
      <span className="weight-550 tabular">
        {sessionTimeText(session)}
        <TimeZone />
      </span>
      <span className="ink-2">{session.name}</span>
      {session.isFull && <span className="ink-2">Full</span>}
      {!session.isFull && session.fewSeatsLeft !== null && (
        <span className="ink-2">
          {session.fewSeatsLeft === 1 ? '1 seat left' : `${session.fewSeatsLeft} seats left`}
        </span>
      )}
      {session.clashes.length > 0 && <span className="amber">Clashes with {session.clashes.join(', ')}</span>}
    </span>
  );
}
