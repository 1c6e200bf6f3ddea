import { act, render, screen, within } from '@testing-library/react';
import { useParams } from 'react-router';
import { english } from '../shared/lib/i18n';
import type { PageSettings } from '../shared/lib/pageData';
import { AppLink } from '../shared/ui/AppLink';
import { writePageData } from '../test/layoutPage';
import { App } from './App';
import { createQueryClient } from './queryClient';
import { SiteRouter } from './routing/SiteRouter';
import { startHistory } from './routing/siteHistory';

// Route modules are mocked; the router is real.
jest.mock('./page/PageBody', () => ({
  clearPending: () => undefined,
  PageBody: ({ row }: { row: { name: string } }) => (
    <h1>
      {row.name} <Values />
    </h1>
  ),
}));
// jsdom has no layout to scroll.
jest.mock('./routing/useScrollRestoration', () => ({ useScrollRestoration: () => undefined }));

function Values() {
  return (
    <>
      {JSON.stringify(useParams())} <AppLink to="?page=2">Next</AppLink>
    </>
  );
}

function open(address: string, page: Partial<PageSettings> = {}) {
  writePageData({}, page);
  window.history.replaceState(null, '', address);
  const queryClient = createQueryClient({
    user: null,
    answers: [],
  });
  render(
    <SiteRouter history={startHistory()}>
      <App queryClient={queryClient} i18n={english} />
    </SiteRouter>,
  );
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test.each([
  ['/', 'home {}'],
  ['/courses', 'courses {}'],
  ['/courses/', 'courses {}'],
  ['/courses/candles', 'course {"courseId":"candles"}'],
  ['/courses/%E0%A4%B5%E0%A4%BE', 'course {"courseId":"वा"}'],
  ['/academy/shares/orders', 'academy-chapter {"module":"shares","chapter":"orders"}'],
  ['/terms&conditions', 'terms-and-conditions {}'],
  ['/terms%26conditions', 'terms-and-conditions {}'],
  ['/login', 'login {}'],
  ['/signup', 'signup {}'],
  ['/nowhere', 'not-found {"*":"*"}'],
  ['/courses/a/b', 'not-found {"*":"*"}'],
  ['/courses%0A', 'not-found {"*":"*"}'],
  ['/a%E2%80%A8b', 'not-found {"*":"*"}'],
  ['/%', 'not-found {"*":"*"}'],
  ['/styleguide', 'not-found {"*":"*"}'],
])('%s shows %s', (address, shown) => {
  open(address);
  expect(heading()).toBe(`${shown} Next`);
});

test('a link is resolved from the page it stands on', () => {
  open('/courses/candles');
  expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('href', '/courses/candles?page=2');
});

test('what the server did not find is not found, until another page is opened', () => {
  open('/courses/none', { found: false });
  expect(heading()).toMatch(/^not-found/);
  act(() => screen.getByRole('link', { name: 'Academy' }).click());
  expect(heading()).toMatch(/^academy /);
});

test('a page for the app is bare, with a way home; opened on the site it is a page like any other', () => {
  open('/mobile/SEBI-Investor-charter');
  expect(heading()).toMatch(/^mobile-sebi-investor-charter/);
  expect(screen.queryByRole('link', { name: 'Academy' })).not.toBeInTheDocument();
  act(() => within(screen.getByRole('banner')).getByRole('link', { name: 'Rally' }).click());
  expect(heading()).toMatch(/^home/);

  act(() => screen.getByRole('button', { name: 'Regulatory Disclosure' }).click());
  act(() => screen.getByRole('link', { name: 'SEBI investor charter' }).click());
  expect(heading()).toMatch(/^mobile-sebi-investor-charter/);
  expect(screen.getByRole('link', { name: 'Academy' })).toBeInTheDocument();
  expect(screen.getByRole('contentinfo')).toHaveTextContent('Regulatory Disclosure');
});
