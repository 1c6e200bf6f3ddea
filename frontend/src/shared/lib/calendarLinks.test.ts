import { writePageData } from '../../test/layoutPage';
import { googleCalendarUrl, outlookUrl } from './calendarLinks';

const item = {
  title: 'A + B, C; हिंदी 🚀',
  host: 'Asha Nair',
  startsAt: '2026-12-31T18:00:00Z',
  endsAt: '2026-12-31T20:00:00Z',
  path: '/my-learnings',
};

beforeAll(() => writePageData());

test('Outlook gets blanks as %20, since it shows plus signs as they are', () => {
  const url = outlookUrl(item);
  expect(url).not.toContain('+');
  expect(url).toContain('subject=A%20%2B%20B%2C%20C%3B%20');
  expect(new URL(url).searchParams.get('subject')).toBe(item.title);
  expect(new URL(url).searchParams.get('enddt')).toBe(item.endsAt);
});

test('Google gets the title and the times', () => {
  const query = new URL(googleCalendarUrl(item)).searchParams;
  expect(query.get('text')).toBe(item.title);
  expect(query.get('dates')).toBe('20261231T180000Z/20261231T200000Z');
});
