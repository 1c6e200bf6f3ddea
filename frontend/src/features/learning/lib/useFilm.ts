import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Media } from '../queries';

interface Options {
  /** The film's address as it is known now; it changes while the film plays. */
  media: Media;
  startAt: number;
  /** Ask for an address anew; null where there is none to be had. */
  onRefresh: () => Promise<Media | null>;
}

const MOST_TRIES = 2;
const STILL_MS = 3_000;
const NEARLY_S = 0.5;

/**
 * Keeps a film going whose address expires.
 *
 * A fresh address takes the place of the old one at the same position, behind a still of the last frame,
 * unless the rest of the film is here already. An address that fails is replaced in the same way.
 */
export function useFilm({ media, startAt, onRefresh }: Options) {
  const video = useRef<HTMLVideoElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const [film, setFilm] = useState(media);
  const [hasFailed, setFailed] = useState(false);
  const [isStill, setStill] = useState(false);
  /** Where it goes on once it has loaded; null while nothing is being loaded. */
  const next = useRef<{ at: number; plays: boolean } | null>({ at: startAt, plays: false });
  const tries = useRef(0);
  const isRecovering = useRef(false);

  const change = (to: Media) => {
    const element = video.current;
    next.current ??= { at: element?.currentTime ?? 0, plays: element !== null && isPlaying(element) };
    setFailed(false);
    if (element && still.current) setStill(drawn(element, still.current));
    if (to.url === film.url) element?.load();
    else setFilm(to);
  };

  const recover = async () => {
    isRecovering.current = true;
    const fresh = media.url === film.url ? await onRefresh() : media;
    isRecovering.current = false;
    if (fresh) change(fresh);
    else setFailed(true);
  };

  const retry = () => {
    tries.current = 0;
    void recover();
  };

  const onFresh = useEffectEvent(() => {
    if (media.url === film.url) return;
    if (hasFailed || !video.current || !isAllHere(video.current)) change(media);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fresh address is what this is about.
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
    if (!isStill) return;
    const timer = setTimeout(() => setStill(false), STILL_MS);
    return () => clearTimeout(timer);
  }, [isStill]);

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
    setStill(false);
  };

  const onError = () => {
    // One failure may be told twice: by the film, and by who tells again what it said too early.
    if (isRecovering.current) return;
    tries.current += 1;
    if (tries.current > MOST_TRIES) setFailed(true);
    else void recover();
  };

  const onPlaying = () => {
    tries.current = 0;
    onSettled();
  };

  return {
    video,
    still,
    film,
    hasFailed,
    retry,
    isStill,
    events: { onLoadedMetadata, onLoadedData: onSettled, onSeeked: onSettled, onPlaying, onError },
  };
}

const isPlaying = ({ paused, ended }: HTMLVideoElement) => !paused && !ended;

/** Whether nothing more has to be fetched from here to the end. */
function isAllHere({ buffered, currentTime, duration }: HTMLVideoElement): boolean {
  for (let part = 0; part < buffered.length; part += 1) {
    const isHere = buffered.start(part) <= currentTime && buffered.end(part) >= duration - NEARLY_S;
    if (isHere) return true;
  }
  return false;
}

/** Draws what is on screen; false where there is nothing yet. */
function drawn(video: HTMLVideoElement, still: HTMLCanvasElement): boolean {
  if (!video.videoWidth || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return false;
  still.width = video.videoWidth;
  still.height = video.videoHeight;
  still.getContext('2d')?.drawImage(video, 0, 0);
  return true;
}
