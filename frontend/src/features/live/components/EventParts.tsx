import { experienceText } from '../../../shared/lib/experience';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import type { LiveEvent } from '../lib/event';
import classes from './EventPage.module.css';

/** What is included, with check marks. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line} className={classes.line}>
          <CheckIcon size={18} className={classes.tick} />
          {line}
        </li>
      ))}
    </ul>
  );
}

/** Numbered steps. */
export function Steps({ lines }: { lines: readonly string[] }) {
  return (
    <ol className={classes.steps}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  );
}

export function Person({ person }: { person: LiveEvent['host'] }) {
  return (
    <div className={classes.person}>
      {person.image && <img className={classes.photo} src={person.image} width={56} height={56} alt="" />}
      <div>
        <p className={classes.name}>{person.name}</p>
        <p className={classes.experience}>{experienceText(person.experience)}</p>
        {person.bio && <p className={classes.bio}>{person.bio}</p>}
      </div>
    </div>
  );
}
