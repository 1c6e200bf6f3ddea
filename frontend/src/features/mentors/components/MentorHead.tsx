import { experienceText } from '../../../shared/lib/experience';
import { langOf } from '../../../shared/lib/i18n';
import { Credentials } from '../../../shared/ui/Mentor';
import { Portrait } from '../../../shared/ui/Portrait';
import type { MentorDetail } from '../queries';
import * as classes from './MentorPage.module.css';

/** Face, name, credentials and biography. */
export function MentorHead({ mentor }: { mentor: MentorDetail }) {
  const facts = [
    experienceText(mentor.experience),
    mentor.languages.length > 0 && `Teaches in ${mentor.languages.join(', ')}`,
  ].filter(Boolean);
  return (
    <header className={`stack gap-5 ${classes.head}`}>
      <Portrait name={mentor.full_name} image={mentor.portrait} size={160} />
      <div>
        <h1>{mentor.full_name}</h1>
        {facts.length > 0 && <p className="mt-2 ink-2">{facts.join(' · ')}</p>}
        <Credentials credentials={mentor.credentials} />
        {mentor.bio && (
          <p className="measure mt-4 pre-line" lang={langOf(mentor.bio)}>
            {mentor.bio}
          </p>
        )}
        {mentor.film && <Film name={mentor.full_name} film={mentor.film} />}
      </div>
    </header>
  );
}

interface FilmProps {
  name: string;
  film: NonNullable<MentorDetail['film']>;
}

/** The browser's own player is enough for a minute. Before the press only the first frame is loaded. */
function Film({ name, film: { url, captions, language } }: FilmProps) {
  return (
    <video
      className={`w-full mt-5 ${classes.film}`}
      aria-label={`Introduction by ${name}`}
      controls
      playsInline
      preload="metadata"
    >
      <source src={url} />
      <track
        kind="captions"
        src={captions}
        srcLang={language}
        label={language === 'hi' ? 'हिन्दी' : 'English'}
        default
      />
    </video>
  );
}
