import { Gesture, Hotkey } from '@videojs/react';

/** What one press skips. */
export const SKIP_S = 10;

/** Keyboard shortcuts, only while the focus is in the player. */
export function VideoKeys() {
  return (
    <>
      <Hotkey keys="Space" action="togglePaused" />
      <Hotkey keys="k" action="togglePaused" />
      <Hotkey keys="ArrowLeft" action="seekStep" value={-SKIP_S} />
      <Hotkey keys="ArrowRight" action="seekStep" value={SKIP_S} />
      <Hotkey keys="j" action="seekStep" value={-SKIP_S} />
      <Hotkey keys="l" action="seekStep" value={SKIP_S} />
      <Hotkey keys="ArrowUp" action="volumeStep" />
      <Hotkey keys="ArrowDown" action="volumeStep" value={-0.05} />
      <Hotkey keys="m" action="toggleMuted" />
      <Hotkey keys="c" action="toggleSubtitles" />
      <Hotkey keys="f" action="toggleFullscreen" />
      <Hotkey keys=">" action="speedUp" />
      <Hotkey keys="<" action="speedDown" />
      <Hotkey keys="0-9" action="seekToPercent" />
    </>
  );
}

export function VideoGestures() {
  return (
    <>
      <Gesture type="tap" pointer="mouse" action="togglePaused" />
      <Gesture type="doubletap" pointer="mouse" action="toggleFullscreen" />
      <Gesture type="tap" pointer="touch" action="toggleControls" />
      <Gesture type="doubletap" pointer="touch" region="left" action="seekStep" value={-SKIP_S} />
      <Gesture type="doubletap" pointer="touch" region="right" action="seekStep" value={SKIP_S} />
    </>
  );
}
