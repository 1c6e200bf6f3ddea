import { useCallback, useRef, useState } from 'react';
import { catchUp } from '../lib/catchUp';
import { listenToPreferences } from '../lib/listenToPreferences';
import { useFilm } from '../lib/useFilm';
import { useWatching } from '../lib/useWatching';
import type { News } from '../lib/watching';
import type { Media, Topic } from '../queries';
import classes from './Film.module.css';
import { VideoFailure } from './VideoFailure';
import { VideoPlayer } from './VideoPlayer';

const MOST_CAPTION_TRIES = 2;

export interface FilmProps {
  topic: Topic;
  media: Media;
  startAt: number;
  isCompleted: boolean;
  /** Hears what was watched. */
  onNews?: ((news: News) => void) | undefined;
  onRefresh: () => Promise<Media | null>;
}

/** A film that goes on where it was left, reports what is watched, and outlives its addresses. */
export default function Film({ topic, media, startAt, isCompleted, onNews, onRefresh }: FilmProps) {
  const { video, still, film, hasFailed, retry, isStill, events } = useFilm({ media, startAt, onRefresh });
  const watching = useWatching({ topic, isCompleted, onNews });
  const captions = useCaptions(media, onRefresh);
  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      if (!element) return;
      catchUp(element);
      return listenToPreferences(element);
    },
    [video],
  );
  return (
    <>
      <VideoPlayer
        ref={attach}
        title={topic.title}
        film={film}
        captions={captions.shown}
        onCaptionsFailed={captions.onFailed}
        {...events}
        onLoadedMetadata={(event) => {
          watching.measured(event.currentTarget.duration);
          events.onLoadedMetadata();
        }}
        onPlaying={({ currentTarget }) => {
          watching.at(currentTarget.currentTime);
          events.onPlaying();
        }}
        onSeeked={({ currentTarget: { paused, currentTime } }) => {
          if (!paused) watching.at(currentTime);
          events.onSeeked();
        }}
        onTimeUpdate={({ currentTarget: { paused, seeking, currentTime } }) => {
          if (!paused && !seeking) watching.at(currentTime);
        }}
        onPause={({ currentTarget: { seeking, currentTime } }) => {
          // A film tells where it is four times a second; what was played since then counts as well.
          if (!seeking) watching.at(currentTime);
          watching.stop();
        }}
        onSeeking={() => watching.stop()}
        onEnded={() => watching.end()}
      >
        <canvas ref={still} className={classes.still} hidden={!isStill} />
      </VideoPlayer>
      {hasFailed && <VideoFailure onRetry={retry} />}
    </>
  );
}

/** Browsers fetch captions when they are turned on, and by then their address may have expired. */
function useCaptions(media: Media, onRefresh: () => Promise<Media | null>) {
  const [shown, setShown] = useState(media.captions);
  const tries = useRef(0);
  const onFailed = async () => {
    tries.current += 1;
    if (tries.current > MOST_CAPTION_TRIES) return;
    const fresh = media.captions[0]?.url === shown[0]?.url ? await onRefresh() : media;
    if (fresh) setShown(fresh.captions);
  };
  return { shown, onFailed };
}
