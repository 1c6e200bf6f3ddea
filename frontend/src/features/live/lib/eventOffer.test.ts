import { webinar } from '../../../test/live';
import { fromWebinar, type WebinarDetail } from './event';
import { nextRefresh } from './eventOffer';

// It starts at 13:00 and ends at 14:30.
const at = (time: string) => Date.parse(`2026-11-24T${time}Z`);
const look = (time: string, overrides: Partial<WebinarDetail> = {}) =>
  nextRefresh(fromWebinar(webinar({ isBooked: true, ...overrides })), at(time));

test.each([
  ['a day before, there is nothing to wait for', '09:00:00', {}, false],
  ['ten minutes before the room opens, it waits for that', '12:35:00', {}, 600_500],
  ['as the room should be open and is not, it asks again soon', '12:45:01', {}, 20_000],
  ['once it is open, it waits for the end', '13:35:00', { joinUrl: 'https://x' }, 3_300_500],
  ['long before the end, a later look will do', '13:00:00', { joinUrl: 'https://x' }, false],
  ['after the end, nothing changes by the clock', '14:30:00', {}, false],
  ['what was not booked has no room', '12:35:00', { isBooked: false }, false],
  ['what was called off has none either', '12:35:00', { calledOff: { reason: 'Ill.' } }, false],
])('%s', (_, time, overrides, wanted) => {
  expect(look(time, overrides)).toBe(wanted);
});
