import { HlsVideo } from '@videojs/react/media/hls-video';
import { type ComponentProps, type SyntheticEvent, useEffect, useEffectEvent } from 'react';
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
  const stall = useStallWatch(() => onError?.());
  return (
    <HlsVideo
      // A new engine for each URL: after a change of source it loads the beginning and no segment.
      key={src}
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
