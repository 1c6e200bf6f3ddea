import { BufferingIndicator, Container, StatusAnnouncer } from '@videojs/react';
import { Video } from '@videojs/react/video';
import { lazy, type ReactNode, type Ref, Suspense, useState, type VideoHTMLAttributes } from 'react';
import { PlayIcon } from '../../../shared/ui/icons/PlayIcon';
import { loadPreferences } from '../lib/preferences';
import type { Media } from '../queries';
import { VideoControls } from './VideoControls';
import { VideoGestures, VideoKeys } from './VideoInputs';
import * as classes from './VideoPlayer.module.css';
import { Player, usePlayer } from './videoStore';

// Only for playlists: the HLS engine is almost as large as the player.
const PlaylistVideo = lazy(() => import(/* webpackChunkName: "playlist-video" */ './PlaylistVideo'));

const PLAYLISTS = ['application/vnd.apple.mpegurl', 'application/x-mpegurl'];

type Listeners = Pick<
  VideoHTMLAttributes<HTMLVideoElement>,
  | 'onEnded'
  | 'onLoadedData'
  | 'onLoadedMetadata'
  | 'onPause'
  | 'onPlaying'
  | 'onRateChange'
  | 'onSeeked'
  | 'onSeeking'
  | 'onTimeUpdate'
  | 'onVolumeChange'
>;

export interface VideoPlayerProps extends Listeners {
  ref?: Ref<HTMLVideoElement>;
  onError?: () => void;
  title: string;
  source: Pick<Media, 'url' | 'mime'>;
  captions: Media['captions'];
  onCaptionsFailed: () => void;
  /** Rendered over the video, below the controls. */
  children?: ReactNode;
}

/** A video with controls, built from the player library's components. */
export function VideoPlayer({
  title,
  source,
  captions,
  onCaptionsFailed,
  children,
  ...listeners
}: VideoPlayerProps) {
  const isPlaylist = PLAYLISTS.includes(source.mime.toLowerCase());
  const VideoElement = isPlaylist ? PlaylistVideo : Video;
  const wanted = loadPreferences().captions;
  return (
    <Player>
      <Container className={`band ${classes.root}`} aria-label={`Video: ${title}`}>
        <Suspense>
          <VideoElement
            {...listeners}
            className={classes.video}
            src={source.url}
            playsInline
            preload="metadata"
          >
            {captions.map(({ url, language, label }) => (
              <track
                key={language}
                kind="captions"
                src={url}
                srcLang={language}
                label={label}
                default={language === wanted}
                onError={onCaptionsFailed}
              />
            ))}
          </VideoElement>
        </Suspense>
        {children}
        <BufferingIndicator className={classes.buffering ?? ''} />
        <BigPlay />
        <VideoControls />
        <VideoKeys />
        <VideoGestures />
        <StatusAnnouncer className="visually-hidden" />
      </Container>
    </Player>
  );
}

/** A large play button for touch, before the first play. It duplicates the labelled one in the controls. */
function BigPlay() {
  const store = usePlayer();
  const paused = usePlayer((state) => state.paused);
  const [hasPlayed, setPlayed] = useState(false);
  if (!paused && !hasPlayed) setPlayed(true);
  if (hasPlayed) return null;
  return (
    <button
      type="button"
      className={`stack place-center ink ${classes.begin}`}
      tabIndex={-1}
      aria-hidden="true"
      onClick={() => void store.play().catch(() => undefined)}
    >
      <PlayIcon size={36} />
    </button>
  );
}
