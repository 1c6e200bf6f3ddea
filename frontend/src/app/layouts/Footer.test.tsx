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

test('shows what a registered adviser has to show, and how to reach them', () => {
  writePageData({
    regulator: { name: 'SEBI', address: 'Bandra, Mumbai', phone: '1800 22 7575' },
    company: { name: 'Rally LLP', cin: 'U65990', gstin: '27AAPFU0939F1ZV', state: 'Maharashtra' },
    disclaimers: ['Read all documents.', 'No returns are assured.', 'Certified by NISM.'],
    socialLinks: [{ name: 'YouTube', url: 'https://example.in/youtube' }],
    storeLinks: [{ name: 'Play Store', url: 'https://example.in/app' }],
  });
  renderLayout(<Footer />);
  const registration = screen.getByRole('region', { name: 'Registration' });
  for (const fact of [
    'Rally Advisers LLP',
    'Investment Adviser, non-individual',
    'INA000012345',
    'Perpetual',
    '2 Fort Road',
    'Meera Shah, officer@example.in, +91 98765 43210',
    'Dev Rao, officer@example.in, +91 98765 43210',
  ]) {
    expect(within(registration).getByText(fact)).toBeInTheDocument();
  }
  const facts = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('definition')
      .map((fact) => fact.textContent);
  expect(facts("Regulator's office")).toEqual(['SEBI', 'Bandra, Mumbai', '1800 22 7575']);
  expect(facts('Company')).toEqual(['Rally LLP', 'U65990', '27AAPFU0939F1ZV', 'Maharashtra', '2 Fort Road']);
  for (const text of ['Read all documents.', 'No returns are assured.', 'Certified by NISM.', '© Rally.']) {
    expect(footer().getByText(text)).toBeInTheDocument();
  }

  expect(footer().getByRole('link', { name: '+91 98765 43210' })).toHaveAttribute(
    'href',
    'tel:+919876543210',
  );
  expect(footer().getByRole('link', { name: 'help@rally.example' })).toHaveAttribute(
    'href',
    'mailto:help@rally.example',
  );
  for (const text of ['Pune', 'Mon to Fri, 10 AM to 6 PM']) {
    expect(footer().getByText(text)).toBeInTheDocument();
  }
  const urls = (name: string) =>
    within(footer().getByRole('list', { name }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  expect(urls('Social media')).toEqual(['https://example.in/youtube']);
  expect(urls('Our app')).toEqual(['https://example.in/app']);
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
