import { experience as vectors } from '../../../../tests/vectors/formatting.json';
import { experienceText } from './experience';

test.each(vectors)("'$experience' reads '$text'", ({ experience, text }) => {
  expect(experienceText(experience)).toBe(text);
});
