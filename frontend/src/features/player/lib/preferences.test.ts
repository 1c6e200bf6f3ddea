import { loadPreferences, savePreferences } from './preferences';
import type { KeyValueStore } from './safeStorage';

function storageWith(text: string | null = null): KeyValueStore {
  let stored = text;
  return {
    get: () => stored,
    set: (_, notify) => {
      stored = notify;
    },
  };
}

test('at first a film plays as films do', () => {
  expect(loadPreferences(storageWith())).toEqual({
    volume: 1,
    isMuted: false,
    speed: 1,
    captions: null,
    autoplay: true,
    focus: false,
  });
});

test('each change is remembered beside the others', () => {
  const stored = storageWith();
  savePreferences({ speed: 1.5 }, stored);
  savePreferences({ captions: 'hi' }, stored);
  savePreferences({ volume: 0.4, isMuted: true }, stored);
  savePreferences({ captions: null, autoplay: false }, stored);
  savePreferences({ focus: true }, stored);
  expect(loadPreferences(stored)).toEqual({
    volume: 0.4,
    isMuted: true,
    speed: 1.5,
    captions: null,
    autoplay: false,
    focus: true,
  });
});

test.each([
  '{',
  'null',
  '7',
  '{"volume":7,"speed":9,"isMuted":"yes","captions":1,"autoplay":1,"focus":"on"}',
  '{"volume":-1,"speed":"2"}',
])('what makes no sense (%s) is not believed', (text) => {
  expect(loadPreferences(storageWith(text))).toEqual({
    volume: 1,
    isMuted: false,
    speed: 1,
    captions: null,
    autoplay: true,
    focus: false,
  });
});
