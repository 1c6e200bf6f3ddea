import {
  CaptionsButton,
  Controls,
  FullscreenButton,
  MuteButton,
  PiPButton,
  PlayButton,
  SeekButton,
  Time,
  TimeSlider,
  VolumeSlider,
} from '@videojs/react';
import { Back10Icon } from '../../../shared/ui/icons/Back10Icon';
import { CaptionsIcon } from '../../../shared/ui/icons/CaptionsIcon';
import { EnlargeIcon } from '../../../shared/ui/icons/EnlargeIcon';
import { Forward10Icon } from '../../../shared/ui/icons/Forward10Icon';
import { MutedIcon } from '../../../shared/ui/icons/MutedIcon';
import { PauseIcon } from '../../../shared/ui/icons/PauseIcon';
import { PictureInPictureIcon } from '../../../shared/ui/icons/PictureInPictureIcon';
import { PlayIcon } from '../../../shared/ui/icons/PlayIcon';
import { RestartIcon } from '../../../shared/ui/icons/RestartIcon';
import { ShrinkIcon } from '../../../shared/ui/icons/ShrinkIcon';
import { VolumeIcon } from '../../../shared/ui/icons/VolumeIcon';
import * as classes from './VideoControls.module.css';
import { SKIP_S } from './VideoInputs';
import { CaptionsMenu, QualityMenu, SpeedMenu } from './VideoMenus';

/** The library takes no undefined class. */
const own = (name: string | undefined) => name ?? '';

/** The library labels each control. */
export function VideoControls() {
  return (
    <Controls.Root>
      <Controls.Content className={own(classes.root)}>
        <Position />
        <Controls.Group className="row items-center" aria-label="Playback">
          <PlayButton
            className={own(classes.button)}
            render={(props, { paused, ended }) => (
              <button {...props}>{ended ? <RestartIcon /> : paused ? <PlayIcon /> : <PauseIcon />}</button>
            )}
          />
          <SeekButton
            seconds={-SKIP_S}
            className={`${classes.button} ${classes.skip}`}
            render={(props) => (
              <button {...props}>
                <Back10Icon />
              </button>
            )}
          />
          <SeekButton
            seconds={SKIP_S}
            className={`${classes.button} ${classes.skip}`}
            render={(props) => (
              <button {...props}>
                <Forward10Icon />
              </button>
            )}
          />
          <MuteButton
            className={own(classes.button)}
            render={(props, { muted }) => (
              <button {...props}>{muted ? <MutedIcon /> : <VolumeIcon />}</button>
            )}
          />
          <Volume />
          <Time.Group className={`${`row flex-none gap-1 px-2 text-xs ${classes.time}`} tabular`}>
            <Time.Value type="current" />
            <Time.Separator />
            <Time.Value type="duration" />
          </Time.Group>
          <span className="flex-1" />
          <CaptionsButton
            className={own(classes.button)}
            render={(props, { subtitlesShowing }) => (
              <button {...props} data-on={subtitlesShowing || undefined}>
                <CaptionsIcon />
              </button>
            )}
          />
          <CaptionsMenu />
          <SpeedMenu />
          <QualityMenu />
          <PiPButton
            className={`${classes.button} ${classes.pictureInPicture}`}
            render={(props, { pip }) => (
              <button {...props} data-on={pip || undefined}>
                <PictureInPictureIcon />
              </button>
            )}
          />
          <FullscreenButton
            className={own(classes.button)}
            render={(props, { fullscreen }) => (
              <button {...props}>{fullscreen ? <ShrinkIcon /> : <EnlargeIcon />}</button>
            )}
          />
        </Controls.Group>
      </Controls.Content>
    </Controls.Root>
  );
}

function Position() {
  return (
    <TimeSlider.Root className={`row items-center ${classes.slider}`}>
      <TimeSlider.Track className={own(classes.track)}>
        <TimeSlider.Buffer className={own(classes.buffer)} />
        <TimeSlider.Fill className={own(classes.fill)} />
      </TimeSlider.Track>
      <TimeSlider.Thumb className={own(classes.thumb)} />
      <TimeSlider.Preview className={own(classes.preview)}>
        <TimeSlider.Value type="pointer" className={`${`block text-xs ${classes.pointed}`} tabular`} />
      </TimeSlider.Preview>
    </TimeSlider.Root>
  );
}

function Volume() {
  return (
    <VolumeSlider.Root className={`${`row items-center ${classes.slider}`} ${classes.volume}`}>
      <VolumeSlider.Track className={own(classes.track)}>
        <VolumeSlider.Fill className={own(classes.fill)} />
      </VolumeSlider.Track>
      <VolumeSlider.Thumb className={own(classes.thumb)} />
    </VolumeSlider.Root>
  );
}
