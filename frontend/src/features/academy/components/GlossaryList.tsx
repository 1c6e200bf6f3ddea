import { AppLink } from '../../../shared/ui/AppLink';
import { pathOf } from '../lib/readingProgress';
import { termsByLetter } from '../lib/termsByLetter';
import type { Term } from '../queries';
import * as classes from './GlossaryList.module.css';

export function GlossaryList({ terms }: { terms: Term[] }) {
  const letters = termsByLetter(terms);
  return (
    <>
      <nav className={`cluster gap-1 mb-6 ${classes.letters}`} aria-label="Letters">
        {letters.map(({ letter, id }) => (
          <a key={letter} href={`#${id}`}>
            {letter}
          </a>
        ))}
      </nav>
      {letters.map(({ letter, id, terms }) => (
        <section key={letter} className={classes.letter} aria-labelledby={id}>
          <h2 id={id}>{letter}</h2>
          <dl>
            {terms.map(({ _id, term, weburlname, definition, chapter }) => (
              <div
                key={_id}
                id={`term-${weburlname}`}
                tabIndex={-1}
                className={`measure p-3 ${classes.term}`}
              >
                <dt>{term}</dt>
                <dd>
                  {definition}
                  {chapter && (
                    <AppLink
                      className={`block w-fit text-s ${classes.chapter}`}
                      to={pathOf(chapter.moduleWeburlname, chapter.weburlname)}
                    >
                      {chapter.title}
                    </AppLink>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
