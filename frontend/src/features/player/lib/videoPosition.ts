import { useSyncExternalStore } from 'react';

const EVENTS = ['loadedmetadata', 'timeupdate', 'seeked', 'emptied'];

const findVideo = () => document.querySelector('video');

/** Where the video of this page is, in whole seconds; null while there is none. */
export const useVideoPosition = (): number | null =>
  useSyncExternalStore(subscribe, currentPosition, () => null);

/** What is shown at the moment of this page's video; -1 while there is none. */
export const useIndexAtVideo = (indexAt: (seconds: number) => number): number =>
  useSyncExternalStore(
    subscribe,
    () => indexAt(findVideo()?.currentTime ?? -1),
    () => -1,
  );

export function currentPosition(): number | null {
  const video = findVideo();
  return video && video.readyState > 0 ? Math.floor(video.currentTime) : null;
}

export function pauseVideo(): void {
  findVideo()?.pause();
}

/** Moves the video to this second, as soon as it has loaded, and the page to the video. */
export function seekVideo(seconds: number): void {
  const video = findVideo();
  if (!video || video.readyState === 0) {
    // In the next task: the player's own listener moves it to where it resumes.
    const seek = () => setTimeout(seekVideo, 0, seconds);
    document.addEventListener('loadedmetadata', seek, { capture: true, once: true });
    return;
  }
  video.currentTime = seconds;
  const { top, bottom } = video.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) video.scrollIntoView({ block: 'center' });
}

/** Media events do not bubble, but they are captured. */
function subscribe(listener: () => void): () => void {
  for (const type of EVENTS) document.addEventListener(type, listener, true);
  return () => {
    for (const type of EVENTS) document.removeEventListener(type, listener, true);
  };
}
