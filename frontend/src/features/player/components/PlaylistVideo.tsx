import { HlsVideo } from '@videojs/react/media/hls-video';
import { type ComponentProps, useEffect, useEffectEvent } from 'react';

interface Props extends Omit<ComponentProps<typeof HlsVideo>, 'onError'> {
  src: string;
  onError?: (() => void) | undefined;
}

/** An HLS video. */
export default function PlaylistVideo({ src, onError, ...props }: Props) {
  const onMissing = useEffectEvent(() => onError?.());
  // The engine reports no error if the playlist itself fails to load.
  useEffect(() => {
    const requested = new AbortController();
    isLoaded(src, requested.signal).then((there) => {
      if (!there && !requested.signal.aborted) onMissing();
    });
    return () => requested.abort();
  }, [src]);
  // Segments are resolved relative to the playlist, so its URL must be absolute.
  return <HlsVideo {...props} src={new URL(src, window.location.href).href} onError={() => onError?.()} />;
}

async function isLoaded(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(address, { signal })).ok;
  } catch {
    return false;
  }
}
