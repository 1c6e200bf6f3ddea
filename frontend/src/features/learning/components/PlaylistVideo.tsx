import { HlsVideo } from '@videojs/react/media/hls-video';
import { type ComponentProps, useEffect, useEffectEvent } from 'react';

interface Props extends Omit<ComponentProps<typeof HlsVideo>, 'onError'> {
  src: string;
  onError?: (() => void) | undefined;
}

/** A film whose parts a playlist names. */
export default function PlaylistVideo({ src, onError, ...props }: Props) {
  const onMissing = useEffectEvent(() => onError?.());
  // The engine waits for ever where the playlist itself does not come.
  useEffect(() => {
    const asked = new AbortController();
    isThere(src, asked.signal).then((there) => {
      if (!there && !asked.signal.aborted) onMissing();
    });
    return () => asked.abort();
  }, [src]);
  // It finds the parts by the playlist's address, which has to be whole for that.
  return <HlsVideo {...props} src={new URL(src, window.location.href).href} onError={() => onError?.()} />;
}

async function isThere(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(address, { signal })).ok;
  } catch {
    return false;
  }
}
