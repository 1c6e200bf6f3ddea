import { type KeyValueStore, safeStorage } from './safeStorage';

/** The player's settings in this browser. */
export interface Preferences {
  volume: number;
  isMuted: boolean;
  speed: number;
  /** The language of the captions, or null for none. */
  captions: string | null;
  /** Whether the next topic opens by itself after a video. */
  autoplay: boolean;
  /** Whether topics open in the focus layout. */
  focus: boolean;
}

const NAME = 'player';
const DEFAULTS: Preferences = {
  volume: 1,
  isMuted: false,
  speed: 1,
  captions: null,
  autoplay: true,
  focus: false,
};

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

export function loadPreferences(shelf: KeyValueStore = safeStorage): Preferences {
  const { volume, isMuted, speed, captions, autoplay, focus } = stored(shelf);
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
    isMuted: isMuted === true,
    speed: SPEEDS.includes(speed as number) ? (speed as number) : DEFAULTS.speed,
    captions: typeof captions === 'string' ? captions : DEFAULTS.captions,
    autoplay: autoplay !== false,
    focus: focus === true,
  };
}

export function savePreferences(changes: Partial<Preferences>, shelf: KeyValueStore = safeStorage): void {
  shelf.set(NAME, JSON.stringify({ ...loadPreferences(shelf), ...changes }));
}

function stored(shelf: KeyValueStore): Partial<Record<keyof Preferences, unknown>> {
  try {
    const found: unknown = JSON.parse(shelf.get(NAME) ?? '{}');
    return found !== null && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}
