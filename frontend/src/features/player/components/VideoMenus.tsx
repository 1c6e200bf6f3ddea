import { Menu, useCaptionsOptions, usePlaybackRateOptions, useQualityOptions } from '@videojs/react';
import { type ReactNode, useState } from 'react';
import { useMenuStep } from '../../../shared/lib/useHistoryStep';
import { CheckIcon } from '../../../shared/ui/icons/CheckIcon';
import { ChevronDownIcon } from '../../../shared/ui/icons/ChevronDownIcon';
import { GearIcon } from '../../../shared/ui/icons/GearIcon';
import * as classes from './VideoMenus.module.css';

export function SpeedMenu() {
  const speeds = usePlaybackRateOptions();
  if (!speeds) return null;
  return <Choice name="Speed" face={speeds.selectedLabel} {...speeds} />;
}

/** Only for a playlist with several sizes. */
export function QualityMenu() {
  const qualities = useQualityOptions();
  if (!qualities || qualities.options.length < 3) return null;
  return <Choice name="Quality" face={<GearIcon size={20} />} {...qualities} />;
}

/** Only with several languages: the captions button turns a single one on and off. */
export function CaptionsMenu() {
  const captions = useCaptionsOptions();
  if (!captions?.showMenu) return null;
  return <Choice name="Captions" face={<ChevronDownIcon size={16} />} {...captions} />;
}

interface ChoiceProps {
  name: string;
  face: ReactNode;
  selectedLabel: string;
  value: string;
  options: readonly { value: string; label: string }[];
  setValue: (value: string) => void;
}

function Choice({ name, face, selectedLabel, value, options, setValue }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  useMenuStep(isOpen, () => setOpen(false));
  return (
    <Menu.Root side="top" align="end" open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger
        className={`stack flex-none place-center ink text-s ${classes.trigger}`}
        aria-label={`${name}: ${selectedLabel}`}
        render={<button type="button" />}
      >
        {face}
      </Menu.Trigger>
      <Menu.Popup className={`surface ink ${classes.popup}`}>
        <Menu.Content className={`${classes.content}`} aria-label={name}>
          <Menu.RadioGroup value={value} onValueChange={setValue} aria-label={name}>
            {options.map((option) => (
              <Menu.RadioItem
                key={option.value}
                value={option.value}
                className={`row items-center gap-2 text-s ${classes.item}`}
              >
                <span className={`stack place-center green ${classes.mark}`}>
                  {option.value === value && <CheckIcon size={18} />}
                </span>
                {option.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Content>
      </Menu.Popup>
    </Menu.Root>
  );
}
