import { prefer, preferences } from './preferences';

/** Plays a film as the person likes it, and remembers what they change; gives back how to stop listening. */
export function listenToPreferences(video: HTMLVideoElement): () => void {
  const { volume, isMuted, speed } = preferences();
  video.volume = volume;
  video.muted = isMuted;
  // The default as well: a film that is loaded anew begins with that.
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;

  const onVolume = () => prefer({ volume: video.volume, isMuted: video.muted });
  const onSpeed = () => {
    video.defaultPlaybackRate = video.playbackRate;
    prefer({ speed: video.playbackRate });
  };
  const onCaptions = () => {
    const tracks = [...video.textTracks];
    if (tracks.length === 0) return;
    prefer({ captions: tracks.find(({ mode }) => mode === 'showing')?.language ?? null });
  };
  const listening = new AbortController();
  const { signal } = listening;
  video.addEventListener('volumechange', onVolume, { signal });
  video.addEventListener('ratechange', onSpeed, { signal });
  video.textTracks.addEventListener('change', onCaptions, { signal });
  return () => listening.abort();
}
