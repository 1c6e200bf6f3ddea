import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { faqTopic } from '../../../test/testimonials';
import { Faq } from './Faq';

const TOPICS = [faqTopic('Courses', 'alpha', 'beta'), faqTopic('Payments', 'gamma')];

function open(address = '/') {
  window.history.replaceState({ kept: true }, '', address);
  const router = createMemoryRouter([{ path: '/', element: <Faq topics={TOPICS} /> }], {
    initialEntries: [address],
  });
  render(<RouterProvider router={router} />);
  return router;
}

const question = (name: string) => screen.getByRole('button', { name: `What is ${name}?` });
const opened = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-expanded') === 'true')
    .map(({ textContent }) => textContent);
const answer = (name: string) =>
  screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === `It is ${name}.`);

test('questions stand under their topic and group, each a heading that opens its answer', async () => {
  open();

  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Courses',
    'Payments',
  ]);
  expect(screen.getByText('About Courses')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'What is alpha?',
    'What is beta?',
    'What is gamma?',
  ]);
  expect(opened()).toEqual([]);
  expect(answer('alpha')).not.toBeVisible();

  await userEvent.click(question('alpha'));
  expect(answer('alpha')).toBeVisible();
  expect(within(answer('alpha')).getByText('alpha').tagName).toBe('B');
});

test('one answer is open at most, in all topics together, and the open one closes', async () => {
  open();

  await userEvent.click(question('beta'));
  await userEvent.click(question('gamma'));
  expect(opened()).toEqual(['What is gamma?']);

  await userEvent.click(question('gamma'));
  expect(opened()).toEqual([]);
});

test('the address bar leads to what is open, and the page is not left for it', async () => {
  open('/?from=mail');

  await userEvent.click(question('beta'));
  expect(window.location.hash).toBe('#faq-beta');
  expect(window.history.state).toEqual({ kept: true });

  await userEvent.click(question('beta'));
  expect(window.location.pathname + window.location.search + window.location.hash).toBe('/?from=mail');
});

test('an address that names a question opens it, on arrival and when a link is followed later', async () => {
  const router = open('/#faq-gamma');
  expect(opened()).toEqual(['What is gamma?']);

  await act(() => router.navigate('/#faq-alpha'));
  expect(opened()).toEqual(['What is alpha?']);

  await userEvent.click(question('alpha'));
  await act(() => router.navigate('/#faq-alpha'));
  expect(opened()).toEqual(['What is alpha?']);
});

test.each(['/#freeTrial', '/#faq-', '/#faq-%E0%A4%A', '/#faq-<img>'])('%s opens nothing', (address) => {
  open(address);
  expect(opened()).toEqual([]);
});
