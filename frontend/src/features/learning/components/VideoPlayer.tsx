import { BufferingIndicator, Container, StatusAnnouncer } from '@videojs/react';
import { Video } from '@videojs/react/video';
import { lazy, type ReactNode, type Ref, Suspense, useState, type VideoHTMLAttributes } from 'react';
import { PlayIcon } from '../../../shared/ui/icons/PlayIcon';
import { preferences } from '../lib/preferences';
import type { Media } from '../queries';
import { VideoControls } from './VideoControls';
import { VideoGestures, VideoKeys } from './VideoInputs';
import classes from './VideoPlayer.module.css';
import { Player, usePlayer } from './videoStore';

// Only where a playlist comes: its engine weighs almost as much as the player.
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
  film: Pick<Media, 'url' | 'mime'>;
  captions: Media['captions'];
  onCaptionsFailed: () => void;
  /** Lies over the film, below the controls. */
  children?: ReactNode;
}

/** A film with its controls, made of the player library's parts. */
export function VideoPlayer({
  title,
  film,
  captions,
  onCaptionsFailed,
  children,
  ...listeners
}: VideoPlayerProps) {
  const isPlaylist = PLAYLISTS.includes(film.mime.toLowerCase());
  const Film = isPlaylist ? PlaylistVideo : Video;
  const wanted = preferences().captions;
  return (
    <Player>
      <Container className={`band ${classes.root}`} aria-label={`Video: ${title}`}>
        <Suspense>
          <Film {...listeners} className={classes.film} src={film.url} playsInline preload="metadata">
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
          </Film>
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

/** For the thumb, before the first play. The button of the controls does the same and has the name. */
function BigPlay() {
  const store = usePlayer();
  const paused = usePlayer((state) => state.paused);
  const [hasPlayed, setPlayed] = useState(false);
  if (!paused && !hasPlayed) setPlayed(true);
  if (hasPlayed) return null;
  return (
    <button
      type="button"
      className={classes.begin}
      tabIndex={-1}
      aria-hidden="true"
      onClick={() => void store.play().catch(() => undefined)}
    >
      <PlayIcon size={36} />
    </button>
  );
}
