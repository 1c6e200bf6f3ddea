import { lazy, Suspense, useState } from 'react';
import type { FilmProps } from './Film';
import { VideoBoundary } from './VideoBoundary';
import { VideoBox } from './VideoBox';

const loadFilm = () => import(/* webpackChunkName: "film" */ './Film');

interface Props extends FilmProps {
  /** Drawn where the film has no picture of its own. */
  cover: string;
}

/** A film in its place; the player's script comes after the page is there. */
export function VideoTopic({ cover, ...props }: Props) {
  // Made anew with each try: a script that did not come is asked for again.
  const [Film, setFilm] = useState(() => lazy(loadFilm));
  return (
    <VideoBox poster={props.media.poster ?? cover}>
      <VideoBoundary onRetry={() => setFilm(() => lazy(loadFilm))}>
        <Suspense>
          <Film {...props} />
        </Suspense>
      </VideoBoundary>
    </VideoBox>
  );
}
