import { durations, spans } from '../../../../tests/vectors/formatting.json';
import { formatDuration, formatSpan } from './duration';

test.each(durations)('$seconds seconds are $text', ({ seconds, text }) => {
  expect(formatDuration(seconds)).toBe(text);
});

test.each(spans)('$seconds seconds read $text in a sentence', ({ seconds, text }) => {
  expect(formatSpan(seconds)).toBe(text);
});
