import vectors from '../../../../../tests/vectors/selections.json';
import { writePageData } from '../../../test/layoutPage';
import { nudgeOf, quoteOf } from './quote';

beforeEach(() => writePageData());

test.each(vectors)("$name: the server's numbers", ({ plans, base, addable, quote, nudge }) => {
  expect(quoteOf(plans, base)).toEqual(quote);
  expect(nudgeOf(plans, base, addable)).toEqual(nudge);
});

test('nothing is suggested for nothing', () => {
  expect(nudgeOf([{ numOfSessions: 5, discounted: 100 }], [], 9)).toBeNull();
});
