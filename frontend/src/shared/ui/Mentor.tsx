import type { ReactNode } from 'react';
import { experienceText } from '../lib/experience';
import { AppLink } from './AppLink';
import * as classes from './Mentor.module.css';
import { Portrait } from './Portrait';

export interface MentorFacts {
  name: string;
  weburlname: string;
  image: string | null;
  experience: string;
  credentials: readonly { text: string; url: string | null }[];
}

/** Who teaches or hosts, with a link to their page. */
export function Mentor({ mentor, children }: { mentor: MentorFacts; children?: ReactNode }) {
  return (
    <div className="row items-start gap-4 measure">
      <Portrait name={mentor.name} image={mentor.image} size={56} />
      <div>
        <p className="weight-600">
          <AppLink to={`/mentors/${mentor.weburlname}`}>{mentor.name}</AppLink>
        </p>
        {mentor.experience && <p className="ink-2 text-s">{experienceText(mentor.experience)}</p>}
        <Credentials credentials={mentor.credentials} />
        {children}
      </div>
    </div>
  );
}

export function Credentials({ credentials }: Pick<MentorFacts, 'credentials'>) {
  if (credentials.length === 0) return null;
  return (
    <ul className={`cluster gap-1 gap-x-3 mt-1 ink-2 text-s ${classes.credentials}`} aria-label="Credentials">
      {credentials.map(({ text, url }) => (
        <li key={text}>
          {url ? (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ) : (
            text
          )}
        </li>
      ))}
    </ul>
  );
}
