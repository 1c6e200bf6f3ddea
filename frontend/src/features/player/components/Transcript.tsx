import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../shared/lib/i18n';
import { SelectField } from '../../../shared/ui/Field';
import { QueryFallback } from '../../../shared/ui/QueryFallback';
import { SearchField } from '../../../shared/ui/SearchField';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { loadPreferences } from '../lib/preferences';
import { clock } from '../lib/topicLabels';
import { indexAt, linesWith, type TranscriptLine } from '../lib/transcript';
import { seekVideo, useIndexAtVideo } from '../lib/videoPosition';
import type { Media } from '../queries';
import { transcript } from '../transcriptQueries';
import * as classes from './Transcript.module.css';

interface Props {
  topicId: string;
  media: Media;
  /** Captions have short-lived URLs. */
  onRefresh: () => Promise<Media | null>;
}

/** How long the list stays where the person scrolled it, before it follows the video again. */
const REST_MS = 5_000;

/** Parts out of sight cost nothing: a film of two hours has thousands of lines. */
const LINES_A_PART = 40;

/** What is said in a video: the current line is marked, and each one moves the video there. */
export default function Transcript({ topicId, media, onRefresh }: Props) {
  const i18n = useI18n();
  const [language, setLanguage] = useState(() => firstLanguage(media));
  const [search, setSearch] = useState('');
  const query = useQuery(transcript(topicId, language, media, onRefresh));
  const lines = query.data ?? [];
  const words = search.trim();
  const shown = linesWith(lines, search);
  return (
    <div className="stack gap-3 pb-4 px-4">
      <div className={`cluster gap-3 ${classes.tools}`}>
        <SearchField
          label={i18n._('Search in the transcript')}
          placeholder={i18n._('Search in the transcript')}
          className={classes.search}
          value={search}
          onChange={setSearch}
        />
        {media.captions.length > 1 && (
          <SelectField
            label={i18n._('Language')}
            value={language}
            onChange={(event) => setLanguage(event.target.value)}
          >
            {media.captions.map((caption) => (
              <option key={caption.language} value={caption.language}>
                {caption.label}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <p role="status" className={words ? 'ink-2 text-s' : 'visually-hidden'}>
        {words && i18n._('{count, plural, one {# line} other {# lines}}', { count: shown.length })}
      </p>
      {query.data ? (
        <Lines lines={lines} shown={shown} language={language} isFollowing={!words} />
      ) : (
        <QueryFallback query={query} what="the transcript">
          <Skeleton lines={4} />
        </QueryFallback>
      )}
    </div>
  );
}

/** The language of the captions that are on, or else the first. */
function firstLanguage({ captions }: Media): string {
  const wanted = loadPreferences().captions;
  return (captions.find(({ language }) => language === wanted) ?? captions[0])?.language ?? '';
}

interface LinesProps {
  lines: readonly TranscriptLine[];
  shown: readonly TranscriptLine[];
  language: string;
  isFollowing: boolean;
}

/** One stop of the Tab key; the arrow keys go from line to line. */
function Lines({ lines, shown, language, isFollowing }: LinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  const current = useIndexAtVideo((seconds) => indexAt(lines, seconds));
  const currentLine = lines[current];
  const tabStop = currentLine && shown.includes(currentLine) ? currentLine : shown[0];

  useEffect(() => {
    if (!isFollowing || current < 0 || performance.now() - touchedAt.current < REST_MS) return;
    const box = list.current;
    const line = box?.querySelectorAll('button')[current];
    if (!box || !line) return;
    const above = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += above - box.clientHeight / 3;
  }, [current, isFollowing]);

  const touch = () => {
    touchedAt.current = performance.now();
  };
  return (
    <ol
      ref={list}
      lang={language}
      className={classes.list}
      onWheel={touch}
      onTouchMove={touch}
      onPointerDown={touch}
      onKeyDown={(event) => {
        touch();
        moveFocus(event);
      }}
    >
      {inParts(shown).map((part, number) => (
        <li key={number} className={classes.part}>
          <ol>
            {part.map((line, index) => (
              <Row key={index} line={line} isCurrent={line === currentLine} isTabStop={line === tabStop} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

interface RowProps {
  line: TranscriptLine;
  isCurrent: boolean;
  isTabStop: boolean;
}

function inParts(lines: readonly TranscriptLine[]): (readonly TranscriptLine[])[] {
  const count = Math.ceil(lines.length / LINES_A_PART);
  return Array.from({ length: count }, (_, part) =>
    lines.slice(part * LINES_A_PART, (part + 1) * LINES_A_PART),
  );
}

const Row = memo(({ line, isCurrent, isTabStop }: RowProps) => (
  <li>
    <button
      type="button"
      className={`row gap-3 w-full touch p-2 text-s leading ${classes.line}`}
      aria-current={isCurrent || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => seekVideo(line.at)}
    >
      <span className={`flex-none green weight-600 ${classes.moment} tabular`}>{clock(line.at)}</span>
      <span>{line.text}</span>
    </button>
  </li>
));

/** The arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>) {
  const { currentTarget: list, target, key } = event;
  const lines = [...list.querySelectorAll('button')];
  const at = lines.indexOf(target as HTMLButtonElement);
  const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[key];
  if (goal === undefined) return;
  event.preventDefault();
  lines[goal]?.focus();
}
