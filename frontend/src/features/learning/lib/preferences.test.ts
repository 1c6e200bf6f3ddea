import { prefer, preferences } from './preferences';
import type { Shelf } from './shelf';

function shelf(text: string | null = null): Shelf {
  let kept = text;
  return {
    get: () => kept,
    set: (_, changed) => {
      kept = changed;
    },
  };
}

test('at first a film plays as films do', () => {
  expect(preferences(shelf())).toEqual({ volume: 1, isMuted: false, speed: 1, captions: null });
});

test('each change is remembered beside the others', () => {
  const kept = shelf();
  prefer({ speed: 1.5 }, kept);
  prefer({ captions: 'hi' }, kept);
  prefer({ volume: 0.4, isMuted: true }, kept);
  prefer({ captions: null }, kept);
  expect(preferences(kept)).toEqual({ volume: 0.4, isMuted: true, speed: 1.5, captions: null });
});

test.each([
  '{',
  'null',
  '7',
  '{"volume":7,"speed":9,"isMuted":"yes","captions":1}',
  '{"volume":-1,"speed":"2"}',
])('what makes no sense (%s) is not believed', (text) => {
  expect(preferences(shelf(text))).toEqual({ volume: 1, isMuted: false, speed: 1, captions: null });
});
