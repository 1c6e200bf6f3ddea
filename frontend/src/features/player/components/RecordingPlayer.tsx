import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { ApiError } from '../../../shared/api/client';
import { fallbacks } from '../../../shared/api/messages';
import { ButtonLink } from '../../../shared/ui/ButtonLink';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { type Recording, recordingQuery, useSavePosition } from '../recordingQueries';
import * as classes from './RecordingPlayer.module.css';

const VideoPlayer = lazy(() =>
  import(/* webpackChunkName: "video-player" */ './VideoPlayer').then((module) => ({
    default: module.VideoPlayer,
  })),
);

const SAVE_EVERY_SECONDS = 10;

/** The recording of a meeting: in our player, or a link where it is stored elsewhere. */
export function RecordingPlayer({ meetingId }: { meetingId: string }) {
  const { data, error, refetch } = useQuery(recordingQuery(meetingId));
  if (error) {
    const isRefused = error instanceof ApiError && [403, 404].includes(error.status);
    return (
      <div className={`stack justify-items-start gap-5 ${classes.root}`}>
        <h1>Recording</h1>
        <ErrorState error={error} message={fallbacks.other} {...(isRefused ? {} : { onRetry: refetch })} />
      </div>
    );
  }
  return (
    <div className={`stack justify-items-start gap-5 ${classes.root}`}>
      <h1>{data ? data.data.title : 'Recording'}</h1>
      {data ? <Film meetingId={meetingId} recording={data.data} /> : <Loading />}
    </div>
  );
}

function Film({
  meetingId,
  recording: { url, mime, title, resumeAt },
}: {
  meetingId: string;
  recording: Recording;
}) {
  const { mutate: save } = useSavePosition(meetingId);
  const saved = useRef(resumeAt);
  const keep = (seconds: number) => {
    saved.current = Math.floor(seconds);
    save(saved.current);
  };
  if (mime === null) {
    return (
      <>
        <p className="ink-2">This recording is stored with our video service and opens in a new tab.</p>
        <ButtonLink size="l" href={url} target="_blank" rel="noreferrer">
          Open the recording
        </ButtonLink>
      </>
    );
  }
  return (
    <Suspense fallback={<Loading />}>
      <VideoPlayer
        title={title}
        source={{ url, mime }}
        captions={[]}
        onCaptionsFailed={() => undefined}
        onLoadedMetadata={({ currentTarget: video }) => {
          // Who watched to the end starts again.
          if (resumeAt < video.duration - 5) video.currentTime = resumeAt;
        }}
        onTimeUpdate={({ currentTarget: { currentTime, paused } }) => {
          if (!paused && Math.abs(currentTime - saved.current) >= SAVE_EVERY_SECONDS) keep(currentTime);
        }}
        onPause={({ currentTarget: { currentTime } }) => keep(currentTime)}
        onEnded={({ currentTarget: { duration } }) => keep(duration)}
      />
    </Suspense>
  );
}

const Loading = () => (
  <div aria-busy="true">
    <p role="status" className="visually-hidden">
      Loading
    </p>
    <Skeleton shape="block" ratio="16 / 9" />
  </div>
);
