import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Media } from '../queries';

interface Options {
  /** The video's current URL; it is renewed while the video plays. */
  media: Media;
  startAt: number;
  /** Fetches a new URL; null if there is none. */
  onRefresh: () => Promise<Media | null>;
}

const MAX_ATTEMPTS = 2;
const LAST_FRAME_MS = 3_000;
const END_TOLERANCE_S = 0.5;

/**
 * Replaces a video's URL before it expires.
 *
 * The new URL starts at the same position behind a still of the last frame, unless the rest is already
 * buffered. A URL that fails is replaced in the same way.
 */
export function useVideoSource({ media, startAt, onRefresh }: Options) {
  const video = useRef<HTMLVideoElement>(null);
  const lastFrame = useRef<HTMLCanvasElement>(null);
  const [source, setSource] = useState(media);
  const [hasFailed, setFailed] = useState(false);
  const [isLastFrameShown, setLastFrameShown] = useState(false);
  /** Where to resume after loading; null while nothing is loading. */
  const next = useRef<{ at: number; plays: boolean } | null>({ at: startAt, plays: false });
  const attempts = useRef(0);
  const isRecovering = useRef(false);

  const change = (to: Media) => {
    const element = video.current;
    next.current ??= { at: element?.currentTime ?? 0, plays: element !== null && isPlaying(element) };
    setFailed(false);
    if (element && lastFrame.current) setLastFrameShown(drawFrame(element, lastFrame.current));
    if (to.url === source.url) element?.load();
    else setSource(to);
  };

  const recover = async () => {
    isRecovering.current = true;
    const fresh = media.url === source.url ? await onRefresh() : media;
    isRecovering.current = false;
    if (fresh) change(fresh);
    else setFailed(true);
  };

  const retry = () => {
    attempts.current = 0;
    void recover();
  };

  const onFresh = useEffectEvent(() => {
    if (media.url === source.url) return;
    if (hasFailed || !video.current || !isFullyBuffered(video.current)) change(media);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new URL.
  useEffect(() => onFresh(), [media.url]);

  const onOnline = useEffectEvent(() => {
    if (hasFailed) retry();
  });
  useEffect(() => {
    const listen = () => onOnline();
    window.addEventListener('online', listen);
    return () => window.removeEventListener('online', listen);
  }, []);

  useEffect(() => {
    if (!isLastFrameShown) return;
    const timer = setTimeout(() => setLastFrameShown(false), LAST_FRAME_MS);
    return () => clearTimeout(timer);
  }, [isLastFrameShown]);

  const onLoadedMetadata = () => {
    const element = video.current;
    const { at, plays } = next.current ?? { at: 0, plays: false };
    if (!element) return;
    if (at > 0) element.currentTime = at;
    else next.current = null;
    if (plays) void element.play().catch(() => undefined);
  };

  const onSettled = () => {
    if (video.current?.seeking) return;
    next.current = null;
    setLastFrameShown(false);
  };

  const onError = () => {
    // One error may be reported twice: by the video, and by `replayMissedEvents`.
    if (isRecovering.current) return;
    attempts.current += 1;
    if (attempts.current > MAX_ATTEMPTS) setFailed(true);
    else void recover();
  };

  const onPlaying = () => {
    attempts.current = 0;
    onSettled();
  };

  return {
    video,
    lastFrame,
    source,
    hasFailed,
    retry,
    isLastFrameShown,
    events: { onLoadedMetadata, onLoadedData: onSettled, onSeeked: onSettled, onPlaying, onError },
  };
}

const isPlaying = ({ paused, ended }: HTMLVideoElement) => !paused && !ended;

/** Whether the video is buffered from here to its end. */
function isFullyBuffered({ buffered, currentTime, duration }: HTMLVideoElement): boolean {
  for (let part = 0; part < buffered.length; part += 1) {
    const isHere = buffered.start(part) <= currentTime && buffered.end(part) >= duration - END_TOLERANCE_S;
    if (isHere) return true;
  }
  return false;
}

/** Draws the current frame; false if there is none yet. */
function drawFrame(video: HTMLVideoElement, lastFrame: HTMLCanvasElement): boolean {
  if (!video.videoWidth || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return false;
  lastFrame.width = video.videoWidth;
  lastFrame.height = video.videoHeight;
  lastFrame.getContext('2d')?.drawImage(video, 0, 0);
  return true;
}
