import { booking, credit, mentorship, session, webinar } from '../../../test/bookings';
import { creditText, itemFromMentorship, itemFromSession, itemFromWebinar, notesOf } from './bookings';
import { dayText } from './eventTimes';

const text = (...params: Parameters<typeof notesOf>) => notesOf(...params).map((note) => note.text);

test.each([
  ['2026-11-24T18:30:00Z', ['Join from Tue 24 Nov, 11:45 PM', 'Swap or cancel until Tue 24 Nov, 8:00 PM']],
  ['2026-11-24T18:29:00Z', ['Join from 11:44 PM', 'Swap or cancel until Tue 24 Nov, 7:59 PM']],
  ['2026-11-24T18:45:00Z', ['Join from 12:00 AM', 'Swap or cancel until Tue 24 Nov, 8:15 PM']],
  ['2026-11-30T22:30:00Z', ['Join from 3:45 AM', 'Swap or cancel until Tue 1 Dec, 12:00 AM']],
  ['2026-11-30T22:29:00Z', ['Join from 3:44 AM', 'Swap or cancel until Mon 30 Nov, 11:59 PM']],
  ['2026-12-31T19:00:00Z', ['Join from 12:15 AM', 'Swap or cancel until Thu 31 Dec, 8:30 PM']],
  ['2028-02-28T21:00:00Z', ['Join from 2:15 AM', 'Swap or cancel until Mon 28 Feb, 10:30 PM']],
])('a session that starts at %s says until when it can be changed', (starts, said) => {
  expect(text(itemFromSession(booking('Tape', starts)))).toEqual(said);
});

test('what cannot be changed any more says until when it could', () => {
  const fixed = itemFromSession(booking('Tape', '2026-11-24T09:30:00Z', { canChange: false }));
  expect(text(fixed)).toEqual(['Join from 2:45 PM', 'Changes closed on Tue 24 Nov, 11:00 AM']);
});

test.each([
  ['wait', 'upcoming', ['Join from 2:45 PM']],
  ['linkPending', 'upcoming', ['The join link is not available yet']],
  ['linkPending', 'live', ['The join link is not available yet']],
  ['join', 'live', []],
  ['recordingPending', 'completed', ['The recording is not available yet.']],
  ['watch', 'completed', []],
  ['proEnded', 'upcoming', ['You booked this with Pro, which has ended']],
] as const)('of a webinar with the offer %s that is %s it says %j', (offer, status, said) => {
  expect(text(itemFromWebinar(webinar('Now', '2026-11-24T09:30:00Z', { offer, status })))).toEqual(said);
});

test('once a session has started, its deadline is of no interest', () => {
  const live = booking('Tape', '2026-11-24T09:30:00Z', { offer: 'join', status: 'live', canChange: false });
  expect(text(itemFromSession(live))).toEqual([]);
});

test('a mentorship has the day and the subject of its next meeting', () => {
  const charts = mentorship('Charts', '2026-11-24T13:30:00Z');
  const ahead = charts.meetings.map((one, index) => (index < 2 ? { ...one, status: 'over' as const } : one));
  const item = itemFromMentorship({ ...charts, meetings: ahead });
  expect([dayText(item), item.meetingTitle]).toEqual(['Tue, 8 Dec 2026', 'Charts 3']);
  expect(dayText(itemFromWebinar(webinar('Night', '2026-11-30T18:15:00Z')))).toBe('Mon, 30 Nov 2026');
});

test('a credit says what it is worth until its moment, and what it became', () => {
  const open = credit('Lost', { creditEndsAt: '2026-11-30T18:30:00Z' });
  const tape = session('Tape', '2026-11-30T18:30:00Z');
  const textOf = (overrides: Partial<typeof open>) => creditText({ ...open, ...overrides });
  expect(creditText(open)).toBe('One session, use it by Tue, 1 Dec 2026');
  expect(textOf({ offer: 'creditExpired' })).toBe('Expired on Tue, 1 Dec 2026');
  expect(textOf({ offer: 'creditUsed', assignedSession: tape })).toBe('Used for Tape on Tue 1 Dec');
  expect(textOf({ offer: 'creditUsed' })).toBe('Used for another session');
});
