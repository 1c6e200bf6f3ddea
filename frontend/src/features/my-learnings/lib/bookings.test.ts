import { booking, credit, mentorship, session, webinar } from '../../../test/bookings';
import {
  bookingStatus,
  creditText,
  isUsable,
  itemFromMentorship,
  itemFromSession,
  itemFromWebinar,
  notesOf,
} from './bookings';
import { dayText } from './eventTimes';
import { untilNextChange } from './joinWindow';

const at = Date.parse;
const text = (...requests: Parameters<typeof notesOf>) => notesOf(...requests).map((note) => note.text);

// apps/site/tests/test_own_events.py has the same table.
test.each([
  // start, now, text
  [
    '2026-11-24T18:30:00Z',
    '2026-11-22T06:00:00Z',
    ['Join from Tue 24 Nov, 11:45 PM', 'Swap or cancel until Tue 24 Nov, 8:00 PM'],
  ],
  [
    '2026-11-24T18:29:00Z',
    '2026-11-22T06:00:00Z',
    ['Join from 11:44 PM', 'Swap or cancel until Tue 24 Nov, 7:59 PM'],
  ],
  [
    '2026-11-24T18:45:00Z',
    '2026-11-22T06:00:00Z',
    ['Join from 12:00 AM', 'Swap or cancel until Tue 24 Nov, 8:15 PM'],
  ],
  [
    '2026-11-30T22:30:00Z',
    '2026-11-22T06:00:00Z',
    ['Join from 3:45 AM', 'Swap or cancel until Tue 1 Dec, 12:00 AM'],
  ],
  [
    '2026-11-30T22:29:00Z',
    '2026-11-22T06:00:00Z',
    ['Join from 3:44 AM', 'Swap or cancel until Mon 30 Nov, 11:59 PM'],
  ],
  [
    '2026-12-31T19:00:00Z',
    '2026-12-30T06:00:00Z',
    ['Join from 12:15 AM', 'Swap or cancel until Thu 31 Dec, 8:30 PM'],
  ],
  [
    '2028-02-28T21:00:00Z',
    '2028-02-20T06:00:00Z',
    ['Join from 2:15 AM', 'Swap or cancel until Mon 28 Feb, 10:30 PM'],
  ],
])('a session that starts at %s says until when it can be changed', (starts, now, said) => {
  expect(text(itemFromSession(booking('Tape', starts)), at(now))).toEqual(said);
});

test('what cannot be changed any more says until when it could', () => {
  const fixed = itemFromSession(booking('Tape', '2026-11-24T09:30:00Z', { canChange: false }));
  expect(text(fixed, at('2026-11-24T06:00:00Z'))).toEqual([
    'Join from 2:45 PM',
    'Changes closed on Tue 24 Nov, 11:00 AM',
  ]);
});

test.each([
  ['2026-11-24T09:14:59Z', ['Join from 2:45 PM']],
  ['2026-11-24T09:15:00Z', ['The join link is not available yet']],
  ['2026-11-24T10:29:59Z', ['The join link is not available yet']],
  ['2026-11-24T10:30:00Z', ['The recording is not available yet.']],
])('a webinar at %s', (now, said) => {
  expect(text(itemFromWebinar(webinar('Now', '2026-11-24T09:30:00Z')), at(now))).toEqual(said);
});

test.each([
  ['2026-11-24T09:29:59Z', 'upcoming'],
  ['2026-11-24T09:30:00Z', 'live'],
  ['2026-11-24T10:29:59Z', 'live'],
  ['2026-11-24T10:30:00Z', 'completed'],
])('at %s it is %s', (now, status) => {
  expect(bookingStatus(itemFromWebinar(webinar('Now', '2026-11-24T09:30:00Z')), at(now))).toBe(status);
});

test('what goes on for weeks names its first and last day', () => {
  expect(dayText(itemFromMentorship(mentorship('Charts', '2026-11-24T13:30:00Z')))).toBe(
    'Tue, 24 Nov 2026 – Tue, 5 Jan 2027',
  );
  expect(dayText(itemFromWebinar(webinar('Night', '2026-11-30T18:15:00Z')))).toBe('Mon, 30 Nov 2026');
});

test('a credit says what it is worth until its moment, and what it became', () => {
  const open = credit('Lost', { creditEndsAt: '2026-11-30T18:30:00Z' });
  const [before, then] = [at('2026-11-30T18:29:59Z'), at('2026-11-30T18:30:00Z')];
  expect([creditText(open, before), isUsable(open, before)]).toEqual([
    'One session, use it by Tue, 1 Dec 2026',
    true,
  ]);
  expect([creditText(open, then), isUsable(open, then)]).toEqual(['Expired on Tue, 1 Dec 2026', false]);
  const used = { ...open, assignedTo: 'b2', assignedSession: session('Tape', '2026-11-30T18:30:00Z') };
  expect([creditText(used, before), isUsable(used, before)]).toEqual(['Used for Tape on Tue 1 Dec', false]);
});

describe('the server is asked again', () => {
  const timed = { startsAt: '2026-11-24T09:30:00Z', endsAt: '2026-11-24T11:00:00Z', joinUrl: null };
  const MINUTE = 60_000;

  test.each([
    ['when the time for changes ends', '2026-11-24T05:29:00Z', MINUTE],
    ['when the room opens', '2026-11-24T09:10:00Z', 5 * MINUTE],
    ['when it begins, and its link should be there', '2026-11-24T09:29:00Z', 14_000],
    ['no later than in a day', '2026-10-24T09:00:00Z', 86_400_000 - 1_000],
  ])('%s', (_, now, wait) => {
    const row = { ...timed, changeBefore: '2026-11-24T05:30:00Z' };
    expect(untilNextChange([row], at(now))).toBe(wait + 1_000);
  });

  test('when it ends, once the link is there', () => {
    const row = { ...timed, joinUrl: 'https://meet.example.in/x' };
    expect(untilNextChange([row], at('2026-11-24T10:00:00Z'))).toBe(60 * MINUTE + 1_000);
  });

  test('not at all for what is over', () => {
    expect(untilNextChange([timed], at('2026-11-24T11:00:00Z'))).toBe(false);
    expect(untilNextChange([], 0)).toBe(false);
    expect(untilNextChange(undefined, 0)).toBe(false);
  });
});
