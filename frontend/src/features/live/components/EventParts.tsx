import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { Mentor } from '../../../shared/ui/Mentor';
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

export function Host({ host }: { host: LiveEvent['host'] }) {
  return (
    <div className={classes.host}>
      <Mentor mentor={host}>{host.bio && <p className={classes.bio}>{host.bio}</p>}</Mentor>
    </div>
  );
}
