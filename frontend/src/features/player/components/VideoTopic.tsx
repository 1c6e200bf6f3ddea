import { lazy, Suspense, useState } from 'react';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import type { TrackedVideoProps } from './TrackedVideo';
import { VideoBox } from './VideoBox';
import { VideoErrorBoundary } from './VideoErrorBoundary';

export const loadTrackedVideo = () => import(/* webpackChunkName: "video" */ './TrackedVideo');

interface Props extends TrackedVideoProps {
  /** The course cover, used if the video has no poster. */
  cover: string;
}

/** A video topic: its poster from the server; the player's script loads after the page. */
export function VideoTopic({ cover, ...props }: Props) {
  // A new lazy component for each retry, so that the script is fetched again.
  const [TrackedVideo, setSource] = useState(() => lazy(loadTrackedVideo));
  const isHydrated = useIsHydrated();
  return (
    <VideoBox poster={props.media.poster ?? cover}>
      {isHydrated && (
        <VideoErrorBoundary onRetry={() => setSource(() => lazy(loadTrackedVideo))}>
          <Suspense>
            <TrackedVideo {...props} />
          </Suspense>
        </VideoErrorBoundary>
      )}
    </VideoBox>
  );
}
