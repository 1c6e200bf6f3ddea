import {
  bufferFeature,
  controlsFeature,
  createPlayer,
  fullscreenFeature,
  playbackFeature,
  playbackRateFeature,
  sourceFeature,
  textTrackFeature,
  timeFeature,
  volumeFeature,
} from '@videojs/react';
import { SPEEDS } from '../lib/preferences';

const ourSpeeds: typeof playbackRateFeature = {
  ...playbackRateFeature,
  state: (context) => ({ ...playbackRateFeature.state(context), playbackRates: SPEEDS }),
};

/** What the player library keeps of a film, and nothing that we do not show. */
export const { Player, usePlayer } = createPlayer({
  features: [
    playbackFeature,
    ourSpeeds,
    volumeFeature,
    timeFeature,
    sourceFeature,
    bufferFeature,
    fullscreenFeature,
    controlsFeature,
    textTrackFeature,
  ],
});
