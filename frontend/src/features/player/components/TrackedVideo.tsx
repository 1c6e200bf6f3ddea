import { useCallback, useRef, useState } from 'react';
import { replayMissedEvents } from '../lib/replayMissedEvents';
import { syncPreferences } from '../lib/syncPreferences';
import { useVideoSource } from '../lib/useVideoSource';
import { useWatchTracker } from '../lib/useWatchTracker';
import type { WatchReport } from '../lib/watchTracker';
import type { Media, Topic } from '../queries';
import classes from './TrackedVideo.module.css';
import { VideoError } from './VideoError';
import { VideoPlayer } from './VideoPlayer';

const MAX_CAPTION_ATTEMPTS = 2;

export interface TrackedVideoProps {
  topic: Topic;
  media: Media;
  startAt: number;
  isCompleted: boolean;
  /** Receives what was watched. */
  onReport?: ((watchReport: WatchReport) => void) | undefined;
  onRefresh: () => Promise<Media | null>;
}

/** A video that resumes, reports progress, and replaces its URL before it expires. */
export default function TrackedVideo({
  topic,
  media,
  startAt,
  isCompleted,
  onReport,
  onRefresh,
}: TrackedVideoProps) {
  const { video, lastFrame, source, hasFailed, retry, isLastFrameShown, events } = useVideoSource({
    media,
    startAt,
    onRefresh,
  });
  const watching = useWatchTracker({ topic, isCompleted, onReport });
  const captions = useCaptions(media, onRefresh);
  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      if (!element) return;
      replayMissedEvents(element);
      return syncPreferences(element);
    },
    [video],
  );
  return (
    <>
      <VideoPlayer
        ref={attach}
        title={topic.title}
        source={source}
        captions={captions.tracks}
        onCaptionsFailed={captions.onFailed}
        {...events}
        onLoadedMetadata={(event) => {
          watching.setDuration(event.currentTarget.duration);
          events.onLoadedMetadata();
        }}
        onPlaying={({ currentTarget }) => {
          watching.setPosition(currentTarget.currentTime);
          events.onPlaying();
        }}
        onSeeked={({ currentTarget: { paused, currentTime } }) => {
          if (!paused) watching.setPosition(currentTime);
          events.onSeeked();
        }}
        onTimeUpdate={({ currentTarget: { paused, seeking, currentTime } }) => {
          if (!paused && !seeking) watching.setPosition(currentTime);
        }}
        onPause={({ currentTarget: { seeking, currentTime } }) => {
          // `timeupdate` fires four times a second; what was played since the last one counts as well.
          if (!seeking) watching.setPosition(currentTime);
          watching.stop();
        }}
        onSeeking={() => watching.stop()}
        onEnded={() => watching.end()}
      >
        <canvas ref={lastFrame} className={classes.still} hidden={!isLastFrameShown} />
      </VideoPlayer>
      {hasFailed && <VideoError onRetry={retry} />}
    </>
  );
}

/** Captions are fetched when they are turned on, and by then their URL may have expired. */
function useCaptions(media: Media, onRefresh: () => Promise<Media | null>) {
  const [tracks, setTracks] = useState(media.captions);
  const attempts = useRef(0);
  const onFailed = async () => {
    attempts.current += 1;
    if (attempts.current > MAX_CAPTION_ATTEMPTS) return;
    const fresh = media.captions[0]?.url === tracks[0]?.url ? await onRefresh() : media;
    if (fresh) setTracks(fresh.captions);
  };
  return { tracks, onFailed };
}
