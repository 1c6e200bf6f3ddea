import { langOf } from '../../../shared/lib/i18n';
import { AppLink } from '../../../shared/ui/AppLink';
import * as crumbs from '../../../shared/ui/Breadcrumbs.module.css';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { Mentor } from '../../../shared/ui/Mentor';
import type { LiveEvent } from '../lib/event';
import { eventListUrl } from '../lib/eventFilters';
import * as classes from './EventPage.module.css';

/** The list that an event is from, and its subject there. */
export function Crumbs({ to, name, subject }: { to: string; name: string; subject: string | null }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={`cluster text-s ${crumbs.root}`}>
        <li>
          <AppLink to={to}>{name}</AppLink>
        </li>
        {subject !== null && (
          <li>
            <AppLink to={eventListUrl(to, { category: subject })} lang={langOf(subject)}>
              {subject}
            </AppLink>
          </li>
        )}
      </ol>
    </nav>
  );
}

/** The language that it is held in. */
export function Language({ of: { language } }: { of: { language: string } }) {
  return <p className="mt-2 ink-2 text-s">Language: {language}</p>;
}

/** What is included, with check marks. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="stack gap-3 measure mt-4">
      {lines.map((line) => (
        <li key={line} className="row gap-3">
          <CheckIcon size={18} className={`flex-none green ${classes.tick}`} />
          {line}
        </li>
      ))}
    </ul>
  );
}

/** Numbered steps. */
export function Steps({ lines }: { lines: readonly string[] }) {
  return (
    <ol className={`stack gap-3 measure mt-4 ${classes.steps}`}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  );
}

export function Host({ host }: { host: LiveEvent['host'] }) {
  return (
    <div className="mt-4">
      <Mentor mentor={host}>{host.bio && <p className={classes.bio}>{host.bio}</p>}</Mentor>
    </div>
  );
}
