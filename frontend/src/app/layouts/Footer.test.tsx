import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setPrefetch } from '../../shared/lib/prefetch';
import { renderLayout, writePageData } from '../../test/layoutPage';
import { Footer } from './Footer';

beforeEach(writePageData);

const footer = () => within(screen.getByRole('contentinfo'));

test('shows the registration and leaves out what staff have not filled in', () => {
  renderLayout(<Footer />);
  const registration = within(screen.getByRole('region', { name: 'Registration' }));
  expect(registration.getByText('INA000012345')).toBeInTheDocument();
  expect(registration.getByText('Meera Shah, officer@example.in, +91 98765 43210')).toBeInTheDocument();
  const company = within(screen.getByRole('region', { name: 'Company' }));
  expect(company.getAllByRole('term').map((term) => term.textContent)).toEqual(['Name', 'State', 'Office']);
});

test('Regulatory Disclosure expands four links and collapses them', async () => {
  renderLayout(<Footer />);
  const toggle = footer().getByRole('button', { name: 'Regulatory Disclosure' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(footer().queryByRole('link', { name: 'Advisory agreement' })).not.toBeInTheDocument();
  await userEvent.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const links = within(document.getElementById('disclosures') as HTMLElement).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/mobile/disclosure-advice',
    '/mobile/SEBI-IA-Registration',
    '/mobile/Advisory-Agreement',
    '/mobile/SEBI-Investor-charter',
  ]);
  await userEvent.click(toggle);
  expect(footer().queryByRole('link', { name: 'Advisory agreement' })).not.toBeInTheDocument();
});

test('opens a page without a reload, and prefetches its script', async () => {
  const prefetched: string[] = [];
  setPrefetch((pathname) => prefetched.push(pathname));
  renderLayout(<Footer />);
  await userEvent.click(footer().getByRole('link', { name: 'Terms & conditions' }));
  expect(screen.getByLabelText('Address')).toHaveTextContent('/terms&conditions');
  expect(prefetched).toContain('/terms&conditions');
});

test('leaves a click with a modifier key to the browser', async () => {
  const onPress = jest.fn((event: Event) => event.preventDefault());
  document.addEventListener('click', onPress, { once: true });
  renderLayout(<Footer />, { at: '/pro' });
  const user = userEvent.setup();
  await user.keyboard('{Control>}');
  await user.click(footer().getByRole('link', { name: 'Contact' }));
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(screen.getByLabelText('Address')).toHaveTextContent('/pro');
});

test.each([
  [true, 'instant'],
  [false, 'smooth'],
])('scrolls to the top; with calm motion %p at a pace that is %s', async (matches, behavior) => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  window.matchMedia = () => ({ matches }) as MediaQueryList;
  renderLayout(<Footer />);
  await userEvent.click(footer().getByRole('button', { name: 'Scroll to top' }));
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior });
  expect(screen.getByRole('main')).toHaveFocus();
});
