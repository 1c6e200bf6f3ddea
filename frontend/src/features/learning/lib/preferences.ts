import { browserShelf, type Shelf } from './shelf';

/** How somebody likes their films, in this browser. */
export interface Preferences {
  volume: number;
  isMuted: boolean;
  speed: number;
  /** The language of the captions, or null for none. */
  captions: string | null;
}

const NAME = 'player';
const USUAL: Preferences = { volume: 1, isMuted: false, speed: 1, captions: null };

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

export function preferences(shelf: Shelf = browserShelf): Preferences {
  const { volume, isMuted, speed, captions } = stored(shelf);
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : USUAL.volume,
    isMuted: isMuted === true,
    speed: SPEEDS.includes(speed as number) ? (speed as number) : USUAL.speed,
    captions: typeof captions === 'string' ? captions : USUAL.captions,
  };
}

export function prefer(changes: Partial<Preferences>, shelf: Shelf = browserShelf): void {
  shelf.set(NAME, JSON.stringify({ ...preferences(shelf), ...changes }));
}

function stored(shelf: Shelf): Partial<Record<keyof Preferences, unknown>> {
  try {
    const found: unknown = JSON.parse(shelf.get(NAME) ?? '{}');
    return found !== null && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}
