import { AlertIcon } from '../icons/AlertIcon';
import { ArrowUpIcon } from '../icons/ArrowUpIcon';
import { CalendarIcon } from '../icons/CalendarIcon';
import { CheckIcon } from '../icons/CheckIcon';
import { ChevronDownIcon } from '../icons/ChevronDownIcon';
import { ChevronLeftIcon } from '../icons/ChevronLeftIcon';
import { ChevronRightIcon } from '../icons/ChevronRightIcon';
import { ClockIcon } from '../icons/ClockIcon';
import { CloseIcon } from '../icons/CloseIcon';
import { DownloadIcon } from '../icons/DownloadIcon';
import { InfoIcon } from '../icons/InfoIcon';
import { LockIcon } from '../icons/LockIcon';
import { MenuIcon } from '../icons/MenuIcon';
import { MoonIcon } from '../icons/MoonIcon';
import { PlayIcon } from '../icons/PlayIcon';
import { SearchIcon } from '../icons/SearchIcon';
import { StarIcon } from '../icons/StarIcon';
import { SunIcon } from '../icons/SunIcon';
import { SystemIcon } from '../icons/SystemIcon';
import { UserIcon } from '../icons/UserIcon';
import { setStyles } from '../setStyles';
import { Specimen } from './Specimen';
import * as classes from './Specimen.module.css';

const COLOURS =
  'paper card sunk ink ink-2 ink-3 line line-strong green green-soft gold gold-soft red red-soft amber-soft band';
const ICONS = {
  AlertIcon,
  ArrowUpIcon,
  CalendarIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ClockIcon,
  CloseIcon,
  DownloadIcon,
  InfoIcon,
  LockIcon,
  MenuIcon,
  MoonIcon,
  PlayIcon,
  SearchIcon,
  StarIcon,
  SunIcon,
  SystemIcon,
  UserIcon,
};
const SIZES = ['text-xl', 'text-l', 'text-m', 'text-s', 'text-xs'];
const TONES = ['ink', 'ink-2', 'ink-3', 'green', 'amber', 'red'];
const WEIGHTS = ['weight-400', 'weight-550', 'weight-600', 'weight-650'];
const LAYOUTS = ['stack gap-2', 'cluster gap-2', 'row gap-2', 'cluster justify-between gap-2'];
export function Foundations() {
  return (
    <>
      <Specimen title="Colour" wide>
        <ul className={`stack gap-4 w-full ${classes.colours}`}>
          {COLOURS.split(' ').map((name) => (
            <li key={name} className="text-xs">
              <span
                className={`block mb-1 ${classes.swatch}`}
                ref={setStyles({ background: `var(--${name})` })}
              />
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen title="Type" wide>
        {SIZES.map((size) => (
          <p key={size} className={`w-full leading-snug tabular ${size}`}>
            Read the market, calmly ₹1,23,456.00
          </p>
        ))}
        <p lang="hi">बाज़ार को शांति से पढ़ना सीखें, सुब्रमण्यम वेंकटराघवन के साथ।</p>
      </Specimen>
      <Specimen title="Text">
        {[...TONES, ...WEIGHTS].map((name) => (
          <span key={name} className={name}>
            {name}
          </span>
        ))}
      </Specimen>
      <Specimen title="Layout" stacked>
        {LAYOUTS.map((name) => (
          <div key={name} className={`surface p-4 ${name}`}>
            {name.split(' ').map((part) => (
              <span key={part} className="text-s ink-2">
                {part}
              </span>
            ))}
          </div>
        ))}
      </Specimen>
      <Specimen title="Icon" wide>
        {Object.entries(ICONS).map(([name, Icon]) => (
          <span key={name} className={`stack place-center ${classes.icon}`} title={name}>
            <Icon />
          </span>
        ))}
      </Specimen>
    </>
  );
}
