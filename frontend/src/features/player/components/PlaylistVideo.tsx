import { HlsVideo } from '@videojs/react/media/hls-video';
import { type ComponentProps, type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react';
import { useStallWatch } from '../lib/useStallWatch';

type Listener = (event: SyntheticEvent<HTMLVideoElement>) => void;

interface Props extends Omit<ComponentProps<typeof HlsVideo>, 'onError'> {
  src: string;
  onError?: (() => void) | undefined;
  onPlaying?: Listener | undefined;
  onPause?: Listener | undefined;
}

/** An HLS video. */
export default function PlaylistVideo({ src, onError, onPlaying, onPause, ...props }: Props) {
  const onMissing = useEffectEvent(() => onError?.());
  // The engine reports no error if the playlist itself fails to load.
  useEffect(() => {
    const requested = new AbortController();
    isLoaded(src, requested.signal).then((there) => {
      if (!there && !requested.signal.aborted) onMissing();
    });
    return () => requested.abort();
  }, [src]);
  // An engine whose segments were refused loads none of the next URL either, so that URL gets a new engine.
  const [engine, setEngine] = useState({ number: 0, src, hasStalled: false });
  if (engine.src !== src)
    setEngine({ number: engine.number + Number(engine.hasStalled), src, hasStalled: false });
  const stall = useStallWatch(() => {
    setEngine({ ...engine, hasStalled: true });
    onError?.();
  });
  return (
    <HlsVideo
      key={engine.number}
      {...props}
      // Segments are resolved relative to the playlist, so its URL must be absolute.
      src={new URL(src, window.location.href).href}
      onError={() => onError?.()}
      onWaiting={stall.onWaiting}
      onPlaying={(event) => {
        stall.onPlaying();
        onPlaying?.(event);
      }}
      onPause={(event) => {
        stall.onPause();
        onPause?.(event);
      }}
    />
  );
}

async function isLoaded(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(address, { signal })).ok;
  } catch {
    return false;
  }
}
