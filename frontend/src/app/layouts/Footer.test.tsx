import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setPrefetch } from '../../shared/lib/prefetch';
import { renderLayout, writePageData } from '../../test/layoutPage';
import { Footer } from './Footer';

beforeEach(writePageData);

const footer = () => within(screen.getByRole('contentinfo'));

test('is the one that the server wrote, moved into the page', () => {
  renderLayout(<Footer />);
  expect(screen.getAllByRole('contentinfo')).toHaveLength(1);
  expect(footer().getByRole('link', { name: 'Investor charter' })).toHaveAttribute(
    'href',
    '/investor-charter',
  );
});

test('Regulatory Disclosure expands four links and folds them again', async () => {
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

test('leads to a page of ours without loading the site anew, and fetches its script ahead', async () => {
  const prefetched: string[] = [];
  setPrefetch((pathname) => prefetched.push(pathname));
  renderLayout(<Footer />);
  await userEvent.click(footer().getByRole('link', { name: 'Terms & conditions' }));
  expect(screen.getByLabelText('Address')).toHaveTextContent('/terms&conditions');
  expect(prefetched).toContain('/terms&conditions');
});

test('leaves a press with a modifier key to the browser', async () => {
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

test('holds the theme switch once, in place of the one that was written', () => {
  renderLayout(<Footer />);
  expect(footer().getAllByRole('button', { name: /^Theme/ })).toHaveLength(1);
});
