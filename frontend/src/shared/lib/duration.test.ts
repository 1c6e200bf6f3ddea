import { durations } from '../../../../tests/vectors/formatting.json';
import { formatDuration } from './duration';

test.each(durations)('$seconds seconds are $text', ({ seconds, text }) => {
  expect(formatDuration(seconds)).toBe(text);
});
