import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { fallbacks } from '../../../shared/api/messages';
import { formatDay } from '../../../shared/lib/dates';
import { type I18n, langOf, useI18n } from '../../../shared/lib/i18n';
import { AppLink } from '../../../shared/ui/AppLink';
import { Dialog } from '../../../shared/ui/Dialog';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { ChevronRightIcon } from '../../../shared/ui/icons/ChevronRightIcon';
import { SearchField } from '../../../shared/ui/SearchField';
import { TimeZone } from '../../../shared/ui/TimeZone';
import { type FilterOffer, type Group, type Hit, MAX_SEARCH_LENGTH, siteSearch } from '../queries';
import * as classes from './SearchDialog.module.css';

const DEBOUNCE_MS = 200;

interface Props {
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** Site search; the arrow keys move through the results. */
export default function SearchDialog({ button, onClose }: Props) {
  const i18n = useI18n();
  const [typed, setTyped] = useState('');
  const text = usePaused(typed.trim());
  const panel = useRef<HTMLDivElement>(null);
  const respell = (spelling: string) => {
    setTyped(spelling);
    panel.current?.querySelector('input')?.focus();
  };
  return (
    <Dialog open onOpenChange={onClose} opener={button.current} title={i18n._('Search')} size="l">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the field and the links inside. */}
      <div
        ref={panel}
        className={`stack content-start gap-4 ${classes.root}`}
        onKeyDown={(event) => walk(event, panel.current)}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: many phones have a browser from before the element. */}
        <form role="search" onSubmit={(event) => event.preventDefault()}>
          <SearchField
            label={i18n._('Search courses, live sessions, the academy and the FAQ')}
            placeholder={i18n._('Courses, live sessions, academy, FAQ')}
            maxLength={MAX_SEARCH_LENGTH}
            value={typed}
            onChange={setTyped}
          />
        </form>
        <Results text={text} isTyping={text !== typed.trim()} onChosen={onClose} onSpelling={respell} />
      </div>
    </Dialog>
  );
}

function usePaused(typed: string): string {
  const [text, setText] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), typed ? DEBOUNCE_MS : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  return useDeferredValue(text);
}

interface ResultsProps {
  text: string;
  isTyping: boolean;
  onChosen: () => void;
  onSpelling: (text: string) => void;
}

function Results({ text, isTyping, onChosen, onSpelling }: ResultsProps) {
  const i18n = useI18n();
  const { data, isError, error, isFetching, refetch } = useQuery(siteSearch(text));
  if (text === '') return <p className="ink-2 text-s">{i18n._('Search for what you want to learn.')}</p>;
  if (isError) return <ErrorState error={error} message={i18n._(fallbacks.other)} onRetry={refetch} />;
  const isAwaited = isTyping || isFetching;
  return (
    <>
      <p className="ink-2 text-s" role="status">
        {data && !isAwaited ? counted(data.totalCount, text, i18n) : i18n._('Searching…')}
      </p>
      <div className={`stack gap-5 ${classes.groups}`} aria-busy={isAwaited}>
        {data?.filter && <FilteredList offer={data.filter} onChosen={onChosen} />}
        {data && (
          <Instead
            spelling={data.didYouMean}
            courses={data.suggestions}
            onSpelling={onSpelling}
            onChosen={onChosen}
          />
        )}
        {data?.partial && <p className="ink-2 text-s">{i18n._('Closest results:')}</p>}
        {data?.data.map((group) => (
          <Kind key={group.kind} group={group} onChosen={onChosen} />
        ))}
      </div>
    </>
  );
}

const counted = (count: number, text: string, i18n: I18n) =>
  count === 0
    ? i18n._('No results for “{text}”. Try another word.', { text })
    : i18n._('{count, plural, one {# result} other {# results}}', { count });

/** What a query can name, and a result can be. */
const NAMES: Record<string, string> = {
  free: /*i18n*/ 'Free',
  pro: /*i18n*/ 'Pro',
  paid: /*i18n*/ 'Paid',
  Beginner: /*i18n*/ 'Beginner',
  Intermediate: /*i18n*/ 'Intermediate',
  Advanced: /*i18n*/ 'Advanced',
  English: /*i18n*/ 'English',
  Hindi: /*i18n*/ 'Hindi',
  Bengali: /*i18n*/ 'Bengali',
  Gujarati: /*i18n*/ 'Gujarati',
  Kannada: /*i18n*/ 'Kannada',
  Marathi: /*i18n*/ 'Marathi',
  Tamil: /*i18n*/ 'Tamil',
  Telugu: /*i18n*/ 'Telugu',
};

function FilteredList({ offer, onChosen }: { offer: FilterOffer; onChosen: () => void }) {
  const i18n = useI18n();
  const { price, levels, languages, search: text, count } = offer;
  const names = [...(price ? [price] : []), ...levels, ...languages]
    .map((name) => i18n._(NAMES[name] ?? name))
    .join(' ');
  return (
    <section aria-label={i18n._('Filter')}>
      <AppLink
        to={offer.path}
        className={`stack gap-1 touch px-3 py-2 no-underline ${classes.hit} items-center green ${classes.filter}`}
        onClick={onChosen}
      >
        <span className={classes.title}>
          {text
            ? i18n._('{names} courses for “{text}” ({count})', { names, text, count })
            : i18n._('{names} courses ({count})', { names, count })}
        </span>
        <ChevronRightIcon size={16} />
      </AppLink>
    </section>
  );
}

interface InsteadProps {
  spelling: string | null;
  courses: Hit[];
  onSpelling: (text: string) => void;
  onChosen: () => void;
}

/** What to do where nothing has all words: a spelling that finds something, and courses if nothing was found. */
function Instead({ spelling, courses, onSpelling, onChosen }: InsteadProps) {
  const i18n = useI18n();
  return (
    <>
      {spelling && (
        <p className="cluster items-center">
          {i18n._('Did you mean')}
          <button
            type="button"
            data-stop=""
            className={`touch green weight-600 anywhere ${classes.word}`}
            onClick={() => onSpelling(spelling)}
          >
            {spelling}
          </button>
          ?
        </p>
      )}
      {courses.length > 0 && (
        <section aria-labelledby="found-instead">
          <h3 id="found-instead" className="ink-2 text-s weight-650">
            {i18n._('Courses you may like')}
          </h3>
          <Hits hits={courses} onChosen={onChosen} />
        </section>
      )}
    </>
  );
}

function Kind({ group, onChosen }: { group: Group; onChosen: () => void }) {
  const i18n = useI18n();
  const id = `found-${group.kind}`;
  const rest = group.totalCount - group.items.length;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="ink-2 text-s weight-650">
        {group.title}
      </h3>
      <Hits hits={group.items} onChosen={onChosen} />
      {rest > 0 && <p className="ink-2 text-s">{i18n._('and {count} more', { count: rest })}</p>}
    </section>
  );
}

function Hits({ hits, onChosen }: { hits: Hit[]; onChosen: () => void }) {
  const i18n = useI18n();
  return (
    <ul className="mt-1">
      {hits.map((hit) => (
        <li key={hit._id}>
          <AppLink
            to={hit.path}
            className={`stack gap-1 touch px-3 py-2 no-underline ${classes.hit}`}
            onClick={onChosen}
          >
            <span className={classes.title} lang={langOf(hit.title, i18n)}>
              {hit.title}
            </span>
            <span className="ink-2 text-s">
              <Line hit={hit} />
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

function Line({ hit: { about, startsAt, startTime, price, level, language } }: { hit: Hit }) {
  const i18n = useI18n();
  const facts = [price === 0 && 'free', level, language]
    .filter((fact) => typeof fact === 'string')
    .map((fact) => i18n._(NAMES[fact] ?? fact));
  return (
    <>
      {startsAt && (
        <>
          {formatDay(startsAt, i18n)}, {startTime}
          <TimeZone />.{' '}
        </>
      )}
      <span lang={langOf(about, i18n)}>{about}</span>
      {facts.length > 0 && ` · ${facts.join(' · ')}`}
    </>
  );
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

const STOPS = 'input, a, button[data-stop]';

/** Moves the focus between the field and what was found. */
function walk(event: KeyboardEvent, panel: HTMLElement | null) {
  const step = STEPS[event.key];
  const holder = document.activeElement;
  if (!step || !panel || !(holder instanceof HTMLElement) || !holder.matches(STOPS)) return;
  const stops = [...panel.querySelectorAll<HTMLElement>(STOPS)];
  const next = stops[stops.indexOf(holder) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
