import { loadPreferences, savePreferences } from './preferences';

/** Applies the stored preferences to a video and stores changes; returns a function that stops. */
export function syncPreferences(video: HTMLVideoElement): () => void {
  const { volume, isMuted, speed } = loadPreferences();
  video.volume = volume;
  video.muted = isMuted;
  // The default rate too: it applies when the video is loaded again.
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;

  const onVolume = () => savePreferences({ volume: video.volume, isMuted: video.muted });
  const onSpeed = () => {
    video.defaultPlaybackRate = video.playbackRate;
    savePreferences({ speed: video.playbackRate });
  };
  const onCaptions = () => {
    const tracks = [...video.textTracks];
    if (tracks.length === 0) return;
    savePreferences({ captions: tracks.find(({ mode }) => mode === 'showing')?.language ?? null });
  };
  const listening = new AbortController();
  const { signal } = listening;
  video.addEventListener('volumechange', onVolume, { signal });
  video.addEventListener('ratechange', onSpeed, { signal });
  video.textTracks.addEventListener('change', onCaptions, { signal });
  return () => listening.abort();
}
