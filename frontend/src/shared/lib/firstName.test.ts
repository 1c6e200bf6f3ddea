import { firstNames } from '../../../../tests/vectors/formatting.json';
import { firstName } from './initials';

test.each(firstNames)("'$first' is the first name of '$name'", ({ name, first }) => {
  expect(firstName(name)).toBe(first);
});
