import { useCallback, useRef, useState } from 'react';
import { takePlayRequest } from '../lib/playRequest';
import { replayMissedEvents } from '../lib/replayMissedEvents';
import { syncPreferences } from '../lib/syncPreferences';
import { useVideoSource } from '../lib/useVideoSource';
import { useWatchTracker } from '../lib/useWatchTracker';
import type { WatchReport } from '../lib/watchTracker';
import type { Media, Topic, TopicLine } from '../queries';
import { NextTopic } from './NextTopic';
import * as classes from './TrackedVideo.module.css';
import { VideoError } from './VideoError';
import { VideoPlayer } from './VideoPlayer';

const MAX_CAPTION_ATTEMPTS = 2;

export interface TrackedVideoProps {
  topic: Topic;
  media: Media;
  startAt: number;
  isCompleted: boolean;
  courseKey?: string | undefined;
  next?: TopicLine | null | undefined;
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
  courseKey,
  next,
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
  const [hasEnded, setEnded] = useState(false);
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
          if (takePlayRequest(topic._id)) void event.currentTarget.play().catch(() => undefined);
        }}
        onPlaying={({ currentTarget }) => {
          watching.setPosition(currentTarget.currentTime);
          events.onPlaying();
          setEnded(false);
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
        onSeeking={() => {
          watching.stop();
          setEnded(false);
        }}
        onEnded={() => {
          watching.end();
          setEnded(true);
        }}
      >
        <canvas ref={lastFrame} className={classes.still} hidden={!isLastFrameShown} />
        {hasEnded && courseKey && next && (
          <NextTopic courseKey={courseKey} next={next} onCancel={() => setEnded(false)} />
        )}
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
