import { type SyntheticEvent, useEffect, useRef } from 'react';

type VideoEvent = SyntheticEvent<HTMLVideoElement>;

const STALLED_MS = 6_000;

/**
 * Calls `onStalled` if a waiting video has received nothing for a while. The HLS engine requests each segment
 * once and reports no error, so after a segment that was refused or lost the video would wait forever.
 */
export function useStallWatch(onStalled: () => void) {
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const stop = () => clearInterval(timer.current);
  useEffect(() => () => clearInterval(timer.current), []);

  const onWaiting = ({ currentTarget: video }: VideoEvent) => {
    stop();
    let received = bufferedSeconds(video);
    timer.current = setInterval(() => {
      const now = bufferedSeconds(video);
      if (now === received) {
        stop();
        onStalled();
      }
      received = now;
    }, STALLED_MS);
  };

  return { onWaiting, onPlaying: stop, onPause: stop };
}

function bufferedSeconds({ buffered }: HTMLVideoElement): number {
  let seconds = 0;
  for (let part = 0; part < buffered.length; part += 1) seconds += buffered.end(part) - buffered.start(part);
  return seconds;
}
