import {
  bufferFeature,
  controlsFeature,
  createPlayer,
  fullscreenFeature,
  pipFeature,
  playbackFeature,
  playbackRateFeature,
  qualityFeature,
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

/** The features of the player library that we use. */
export const { Player, usePlayer } = createPlayer({
  features: [
    playbackFeature,
    ourSpeeds,
    volumeFeature,
    timeFeature,
    sourceFeature,
    bufferFeature,
    fullscreenFeature,
    pipFeature,
    qualityFeature,
    controlsFeature,
    textTrackFeature,
  ],
});
