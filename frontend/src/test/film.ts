import { act } from '@testing-library/react';

interface State {
  paused: boolean;
  ended: boolean;
  at: number;
  length: number;
}

/** The captions of a film, which say when they are turned on or off. */
class Tracks extends EventTarget {
  [place: number]: object;

  constructor(private readonly film: HTMLMediaElement) {
    super();
    [...film.querySelectorAll('track')].forEach((element, place) => {
      this[place] = this.made(element);
    });
  }

  get length() {
    return this.film.querySelectorAll('track').length;
  }

  *[Symbol.iterator]() {
    for (let place = 0; place < this.length; place += 1) yield this[place];
  }

  private made({ kind, srclang, label, default: isOn }: HTMLTrackElement) {
    let mode = isOn ? 'showing' : 'disabled';
    const changed = () => this.dispatchEvent(new Event('change'));
    return {
      ...{ id: '', kind, language: srclang, label, cues: null },
      get mode() {
        return mode;
      },
      set mode(wanted) {
        mode = wanted;
        changed();
      },
    };
  }
}

const tracks = new WeakMap<HTMLMediaElement, Tracks>();
const states = new WeakMap<HTMLMediaElement, State>();
let now = 0;

function stateOf(film: HTMLMediaElement): State {
  const state = states.get(film) ?? { paused: true, ended: false, at: 0, length: Number.NaN };
  states.set(film, state);
  return state;
}

const tell = (film: HTMLMediaElement, ...events: string[]) => {
  for (const event of events) film.dispatchEvent(new Event(event));
};

/** Films for pages that nobody sees: they load and play when a test says so. */
export function filmsPlay(): void {
  // Compiled once here, or the first test would wait for it.
  beforeAll(() => import('../features/learning/components/Film'), 60_000);
  beforeAll(() => {
    takeSignals();
    Object.defineProperties(HTMLMediaElement.prototype, {
      paused: read(({ paused }) => paused),
      ended: read(({ ended }) => ended),
      duration: read(({ length }) => length),
      readyState: read(({ length }) => (Number.isNaN(length) ? 0 : 4)),
      buffered: read(() => ({ length: 0 })),
      textTracks: {
        configurable: true,
        get(this: HTMLMediaElement) {
          const known = tracks.get(this) ?? new Tracks(this);
          tracks.set(this, known);
          return known;
        },
      },
      currentTime: {
        configurable: true,
        get(this: HTMLMediaElement) {
          return stateOf(this).at;
        },
        set(this: HTMLMediaElement, at: number) {
          stateOf(this).at = at;
          tell(this, 'seeking', 'seeked');
        },
      },
      play: {
        configurable: true,
        async value(this: HTMLMediaElement) {
          stateOf(this).paused = false;
          tell(this, 'play', 'playing');
        },
      },
      pause: {
        configurable: true,
        value(this: HTMLMediaElement) {
          stateOf(this).paused = true;
          tell(this, 'pause');
        },
      },
      load: {
        configurable: true,
        value(this: HTMLMediaElement) {
          states.delete(this);
        },
      },
    });
  });
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
}

/** Listeners that a signal calls off: the environment's signals are Node's, and its elements know only their own. */
function takeSignals(): void {
  const { setMaxListeners } = jest.requireActual<{
    setMaxListeners: (count: number, of: AbortSignal) => void;
  }>('node:events');
  const { prototype } = EventTarget;
  const add = prototype.addEventListener;
  prototype.addEventListener = function (type, listener, options) {
    const { signal, ...rest } = typeof options === 'object' ? options : {};
    add.call(this, type, listener, signal ? rest : options);
    if (!signal) return;
    setMaxListeners(0, signal);
    signal.addEventListener('abort', () => this.removeEventListener(type, listener, rest));
  };
}

function read<Value>(from: (state: State) => Value) {
  return {
    configurable: true,
    get(this: HTMLMediaElement) {
      return from(stateOf(this));
    },
  };
}

/** The first part of a film has come. */
export const loads = (film: HTMLMediaElement, { length = 100 } = {}) =>
  act(async () => {
    stateOf(film).length = length;
    tell(film, 'loadstart', 'durationchange', 'loadedmetadata', 'loadeddata', 'canplay');
  });

/** A film that plays goes on for so long. */
export const plays = (film: HTMLMediaElement, seconds: number) =>
  act(async () => {
    for (let look = 0; look < seconds * 4; look += 1) {
      now += 250;
      stateOf(film).at += 0.25;
      tell(film, 'timeupdate');
    }
  });

/** It plays on for less than the quarter of a second after which it says so. */
export function playsUntold(film: HTMLMediaElement, seconds: number): void {
  now += seconds * 1000;
  stateOf(film).at += seconds;
}

/** It comes to its end. */
export const ends = (film: HTMLMediaElement) =>
  act(async () => {
    Object.assign(stateOf(film), { paused: true, ended: true });
    tell(film, 'pause', 'ended');
  });

/** Its address opens nothing any more. */
export const fails = (film: HTMLMediaElement) => act(async () => tell(film, 'error'));
