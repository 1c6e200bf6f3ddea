import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Footer } from './Footer';
import { show, site, writePageData } from './testSupport';

beforeEach(writePageData);

const footer = () => within(screen.getByRole('contentinfo'));

test('leads to every page it has to', () => {
  show(<Footer />);
  const targets = within(footer().getByRole('navigation'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(targets).toEqual([
    ['Courses', '/courses'],
    ['Live mentorships', '/live-mentorships'],
    ['Webinars', '/'],
    ['FAQ', '/#faq'],
    ['About us', '/about-us'],
    ['Contact', '/contact'],
    ['Privacy policy', '/privacy-policy'],
    ['Terms & conditions', '/terms&conditions'],
    ['Refund policy', '/refund-policy'],
    ['Accessibility', '/accessibility'],
    ['Investor charter', '/investor-charter'],
    ['Complaints', '/complaints'],
    ['Grievance redressal', '/grievance-redressal'],
    ['Audit', '/audit'],
    ['Anti-money laundering', '/anti-laundering'],
  ]);
});

test('Regulatory Disclosure expands four links and folds them again', async () => {
  show(<Footer />);
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

test('says how to reach the adviser', () => {
  show(<Footer />);
  expect(footer().getByRole('link', { name: site.contact.phone })).toHaveAttribute(
    'href',
    'tel:+912212345678',
  );
  expect(footer().getByRole('link', { name: site.contact.email })).toHaveAttribute(
    'href',
    'mailto:contact@example.in',
  );
  expect(footer().getByText('Mumbai')).toBeInTheDocument();
  expect(footer().getByText('9:00-18:00 Monday to Friday')).toBeInTheDocument();
  expect(footer().getByRole('link', { name: 'YouTube' })).toHaveAttribute(
    'href',
    'https://example.in/youtube',
  );
  expect(footer().getByRole('link', { name: 'Google Play' })).toHaveAttribute(
    'href',
    'https://example.in/play',
  );
});

test('says who the adviser is and who watches over them', () => {
  show(<Footer />);
  const registration = footer().getByRole('region', { name: 'Registration' });
  expect(registration).toHaveAttribute('id', 'registration');
  for (const text of ['Rally Advisers LLP', 'INA000012345', 'Perpetual', '2 Fort Road', /Meera Shah/]) {
    expect(within(registration).getByText(text)).toBeInTheDocument();
  }
  const regulator = within(footer().getByRole('region', { name: "Regulator's office" }));
  expect(regulator.getByText('SEBI Bhavan, Mumbai')).toBeInTheDocument();
  const company = within(footer().getByRole('region', { name: 'Company' }));
  expect(company.getByText('Rally Private Limited')).toBeInTheDocument();
  for (const text of [...site.disclaimers, site.copyright]) {
    expect(footer().getByText(text)).toBeInTheDocument();
  }
  expect(footer().queryByRole('img')).not.toBeInTheDocument();
});

test.each([
  [true, 'instant'],
  [false, 'smooth'],
])('scrolls to the top; with calm motion %p at a pace that is %s', async (matches, behavior) => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  window.matchMedia = () => ({ matches }) as MediaQueryList;
  show(<Footer />);
  await userEvent.click(footer().getByRole('button', { name: 'Scroll to top' }));
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior });
  expect(screen.getByRole('main')).toHaveFocus();
});

test('holds the theme switch', () => {
  show(<Footer />);
  expect(footer().getByRole('button', { name: 'Theme: system' })).toBeInTheDocument();
});
