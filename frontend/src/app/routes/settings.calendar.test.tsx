import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { button, field, open, page, requests, respondWithError, statusTexts } from '../../test/settingsPage';
import { CALENDAR } from '../../test/settingsServer';

const address = () => field('Calendar address');
const hrefOf = (name: string) => page().getByRole('link', { name }).getAttribute('href') ?? '';

test('the address is on the page, with links that subscribe to it', () => {
  open();
  const url = 'https://rally.test/api/calendar.ics?key=a.b';
  expect(address()).toHaveValue(url);
  expect(address()).toHaveAttribute('readonly');
  const webcal = 'webcal://rally.test/api/calendar.ics?key=a.b';
  expect(new URL(hrefOf('Google Calendar')).searchParams.get('cid')).toBe(webcal);
  expect(new URL(hrefOf('Outlook')).searchParams.get('url')).toBe(url);
  expect(hrefOf('Calendar app')).toBe(webcal);
  expect(requests).toEqual([]);
});

test('it can be copied', async () => {
  open();
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(button('Copy'));
  expect(statusTexts()).toContain('Address copied.');
  expect(write).toHaveBeenCalledWith('https://rally.test/api/calendar.ics?key=a.b');
});

test('a new one replaces it', async () => {
  open();
  await userEvent.click(button('Make a new address'));
  expect(await screen.findByText('New calendar address made. The old one no longer works.')).toBeVisible();
  expect(address()).toHaveValue('https://rally.test/api/calendar.ics?key=c.d');
  expect(hrefOf('Calendar app')).toBe('webcal://rally.test/api/calendar.ics?key=c.d');
});

test('where none is made, the address stays', async () => {
  open();
  respondWithError(CALENDAR, 503, { message: 'Not available.', code: 'unavailable' });
  await userEvent.click(button('Make a new address'));
  expect(await within(screen.getByRole('main')).findByRole('alert')).toHaveTextContent('Not available.');
  expect(address()).toHaveValue('https://rally.test/api/calendar.ics?key=a.b');
});
