import { program, programSession as session } from '../../../test/live';
import { daysText, packText, singleText, timesText } from './programTexts';

const begun = session('a', '2026-11-13T10:15:00Z');
const next = session('b', '2026-11-30T10:15:00Z');

test('a program that began names its first day and the next one', () => {
  const running = program([begun, next], { nextSessionAt: next.date });
  expect(daysText(running)).toBe('Fri, 13 Nov 2026 onwards');
  expect(timesText(running)).toBe('Next: Mon 30 Nov, 3:45 PM – 5:15 PM');
});

test.each([
  ['has not begun', [next], next.date],
  ['has no session to come', [begun], null],
])('one that %s has no next day', (_what, sessions, nextSessionAt) => {
  expect(timesText(program(sessions, { nextSessionAt }))).toBe('3:45 PM – 5:15 PM');
});

test('without sessions its dates are not known', () => {
  expect([daysText(program([])), timesText(program([]))]).toEqual(['Dates to be announced', '']);
});

test('the lowest price names the pack that it needs, and the price alone beside it', () => {
  const pack = program([next], { fromSessions: 20, singlePriceWithGst: 588.82 });
  expect([packText(pack), singleText(pack)]).toEqual(['in a pack of 20', '₹588.82 single']);
  expect([packText(program([next])), singleText(program([next]))]).toEqual(['', '']);
});
