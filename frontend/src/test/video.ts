import { act } from '@testing-library/react';

interface State {
  paused: boolean;
  ended: boolean;
  at: number;
  length: number;
}

/** Captions of a video that dispatch mode changes. */
class Tracks extends EventTarget {
  [index: number]: object;

  constructor(private readonly video: HTMLMediaElement) {
    super();
    [...video.querySelectorAll('track')].forEach((element, index) => {
      this[index] = this.made(element);
    });
  }

  get length() {
    return this.video.querySelectorAll('track').length;
  }

  *[Symbol.iterator]() {
    for (let index = 0; index < this.length; index += 1) yield this[index];
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

function stateOf(video: HTMLMediaElement): State {
  const state = states.get(video) ?? { paused: true, ended: false, at: 0, length: Number.NaN };
  states.set(video, state);
  return state;
}

const dispatch = (video: HTMLMediaElement, ...events: string[]) => {
  for (const event of events) video.dispatchEvent(new Event(event));
};

/** Fake videos: they load and play when a test says so. */
export function mockVideoPlayback(): void {
  // Compiles it once, so that the first test does not time out.
  beforeAll(() => import('../features/player/components/TrackedVideo'), 60_000);
  beforeAll(() => {
    supportAbortSignals();
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
          dispatch(this, 'seeking', 'seeked');
        },
      },
      play: {
        configurable: true,
        async value(this: HTMLMediaElement) {
          stateOf(this).paused = false;
          dispatch(this, 'play', 'playing');
        },
      },
      pause: {
        configurable: true,
        value(this: HTMLMediaElement) {
          stateOf(this).paused = true;
          dispatch(this, 'pause');
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

/** Listeners with an AbortSignal: jsdom's elements do not accept Node's signals. */
function supportAbortSignals(): void {
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

/** The first data has loaded. */
export const loadVideo = (video: HTMLMediaElement, { length = 100 } = {}) =>
  act(async () => {
    stateOf(video).length = length;
    dispatch(video, 'loadstart', 'durationchange', 'loadedmetadata', 'loadeddata', 'canplay');
  });

/** Plays on for so long. */
export const playFor = (video: HTMLMediaElement, seconds: number) =>
  act(async () => {
    for (let tick = 0; tick < seconds * 4; tick += 1) {
      now += 250;
      stateOf(video).at += 0.25;
      dispatch(video, 'timeupdate');
    }
  });

/** Plays on for less than the quarter of a second between two time updates. */
export function advanceSilently(video: HTMLMediaElement, seconds: number): void {
  now += seconds * 1000;
  stateOf(video).at += seconds;
}

/** Ends. */
export const endVideo = (video: HTMLMediaElement) =>
  act(async () => {
    Object.assign(stateOf(video), { paused: true, ended: true });
    dispatch(video, 'pause', 'ended');
  });

/** Its URL has expired. */
export const failVideo = (video: HTMLMediaElement) => act(async () => dispatch(video, 'error'));
