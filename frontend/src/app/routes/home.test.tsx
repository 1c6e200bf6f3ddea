import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import type { User } from '../../features/account/queries';
import { card, detail } from '../../test/courses';
import { writePageData } from '../../test/layoutPage';
import { loginServer } from '../../test/loginServer';
import { plan, section } from '../../test/pro';
import { renderPage } from '../../test/renderPage';
import { faqTopic, testimonial } from '../../test/testimonials';
import { onTrial, withPro } from '../../test/users';
import Home from './home';

const { server } = loginServer();

const WHOLE = {
  webinars: [],
  courses: [card(1)],
  categories: [{ _id: 'k1', title: 'Market Basics', icon: '/icons/basics.svg' }],
  pro: section(),
  reviews: [testimonial('Asha')],
  faq: [faqTopic('Courses', 'alpha'), faqTopic('Payments', 'beta')],
};

async function open(
  overrides: Partial<{ [Name in keyof typeof WHOLE]: unknown }> = {},
  user: User | null = null,
  url = '/',
) {
  const held = { ...WHOLE, ...overrides };
  window.dataLayer = [];
  document.body.innerHTML = '';
  writePageData();
  server.use(
    http.get('/api/learning/webinarV1', () => HttpResponse.json({ data: held.webinars, totalCount: 0 })),
    http.post('/api/course/mobile', () => HttpResponse.json({ courses: held.courses, totalCount: 1 })),
    http.get('/api/category', () => HttpResponse.json({ categories: held.categories })),
    http.get('/api/learnprosection/web', () =>
      held.pro
        ? HttpResponse.json({ data: held.pro })
        : HttpResponse.json({ message: 'None.', code: 'pro_section_unknown' }, { status: 404 }),
    ),
    http.get('/api/userreview', () => HttpResponse.json({ reviews: held.reviews })),
    http.get('/api/faq', () => HttpResponse.json({ data: held.faq })),
  );
  renderPage(
    <Suspense>
      <Home />
    </Suspense>,
    user,
    url,
  );
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
}

/** In the page's main part: the footer has headings of its own. */
const titles = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .filter((heading) => !heading.closest('footer'))
    .map(({ textContent }) => textContent);

test('home says what it is, lets one begin, and shows all there is, in this order', async () => {
  await open();

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Learn the market from a registered adviser.',
  );
  expect(titles()).toEqual([
    '7 days of Pro courses, free',
    'Browse by category',
    'Trending courses',
    'How a live trading program works',
    'No tips. First decide what you can lose',
    'Rally Pro',
    'Hear From our Learners',
    'Frequently asked questions',
    'Our registration',
  ]);
  expect(screen.getByRole('textbox', { name: 'Mobile number' })).toBeVisible();
  expect(screen.getByText('INA000012345')).toBeVisible();
});

test('with nothing to show it is short, and no part is empty', async () => {
  await open({ courses: [], categories: [], pro: null, reviews: [], faq: [] });

  expect(titles()).toEqual([
    '7 days of Pro courses, free',
    'How a live trading program works',
    'No tips. First decide what you can lose',
    'Our registration',
  ]);
});

test('Pro is offered from its cheapest plan, with its first three benefits', async () => {
  const benefit = (name: string) => ({
    _id: name,
    icon: '/i.svg',
    description: name,
    longDescription: 'More.',
  });
  await open({
    pro: section({
      subscriptionPlanIds: [
        plan(),
        plan({ _id: 'p-short', priceName: '3 months', discountedPrice: 2999.5 }),
        plan({ _id: 'p-long', priceName: '6 months', discountedPrice: 4999 }),
      ],
      benefits: ['One', 'Two', 'Three', 'Four'].map(benefit),
    }),
  });

  const pro = screen.getByRole('region', { name: 'Rally Pro' });
  expect(
    within(pro).getByText('From ₹3,539.42 incl. 18% GST (₹2,999.50 + ₹539.92 GST) for 3 months'),
  ).toBeVisible();
  expect(within(pro).getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pro');
  expect(
    within(pro)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['OneMore.', 'TwoMore.', 'ThreeMore.']);
});

test('without a plan on offer Pro names no price', async () => {
  await open({ pro: section({ subscriptionPlanIds: [] }) });

  expect(
    within(screen.getByRole('region', { name: 'Rally Pro' })).queryByText(/From/),
  ).not.toBeInTheDocument();
});

test('who has Pro is invited neither to it nor to the trial', async () => {
  await open({}, withPro());
  expect(titles()).not.toContain('Rally Pro');
  expect(titles()).not.toContain('7 days of Pro courses, free');
  expect(screen.queryByText('Start Free Trial')).not.toBeInTheDocument();
  expect(hero().getByRole('link', { name: 'My Learnings' })).toHaveAttribute('href', '/my-learnings');
});

const hero = () => within(screen.getByRole('heading', { level: 1 }).parentElement as HTMLElement);

describe('on the trial', () => {
  const filters: unknown[] = [];
  beforeEach(() => {
    localStorage.clear();
    filters.length = 0;
    server.events.on('request:start', async ({ request }) => {
      if (request.url.endsWith('/api/course/mobile')) filters.push(await request.clone().json());
    });
  });
  afterEach(() => server.events.removeAllListeners());
  const trial = () =>
    within(screen.getByRole('heading', { name: 'Your 7 days are on' }).closest('section') as HTMLElement);

  test('one is shown where to start, and not asked to start it', async () => {
    await open({}, onTrial());
    await screen.findByRole('heading', { name: 'Your 7 days are on' });
    expect(screen.queryByText('Start Free Trial')).not.toBeInTheDocument();
    expect(trial().getByText(/^Your free trial is active until/)).toBeVisible();
    expect(await trial().findAllByRole('article')).toHaveLength(1);
    expect(filters).toContainEqual({ price: 'pro', skip: 0, limit: 3 });
  });

  test('level and language choose the courses, and are asked once', async () => {
    await open({}, onTrial());
    await userEvent.selectOptions(trial().getByLabelText('Your level'), 'Beginner');
    await userEvent.selectOptions(trial().getByLabelText('Your language'), 'Hindi');
    await waitFor(() =>
      expect(filters).toContainEqual({
        price: 'pro',
        level: ['Beginner'],
        language: ['Hindi'],
        skip: 0,
        limit: 3,
      }),
    );
    await open({}, onTrial());
    expect(trial().getByLabelText('Your level')).toHaveValue('Beginner');
    expect(trial().getByLabelText('Your language')).toHaveValue('Hindi');
  });

  test.each([
    ['alpha', ['/courses/alpha']],
    ['<nonsense>', []],
  ])('only a course that exists is the one they came from: %s', async (course, hrefs) => {
    const asked: unknown[] = [];
    server.use(
      http.get('/api/course/users/:key', ({ params }) => {
        asked.push(params.key);
        return params.key === 'alpha'
          ? HttpResponse.json({ data: detail() })
          : HttpResponse.json({ message: 'Not found', code: 'course_unknown' }, { status: 404 });
      }),
    );
    await open({}, onTrial(), `/?course=${encodeURIComponent(course)}`);
    await waitFor(() => expect(asked).toEqual([course]));
    await trial().findAllByRole('article');
    const back = () => trial().queryAllByRole('link', { name: 'Open the course you came from' });
    await waitFor(() => expect(back().map((link) => link.getAttribute('href'))).toEqual(hrefs));
  });

  test('what storage holds is not trusted', async () => {
    localStorage.setItem('trialStart', '"nonsense');
    await open({}, onTrial());
    expect(trial().getByLabelText('Your level')).toHaveValue('');
  });

  test('without a course of that kind it says so', async () => {
    await open({ courses: [] }, onTrial());
    expect(trial().getByText(/^No Pro course of this kind yet/)).toBeVisible();
  });
});

test('a press on a subject is told', async () => {
  await open();

  await userEvent.click(screen.getByRole('link', { name: 'Market Basics' }));

  expect(window.dataLayer).toContainEqual({ event: 'category_click', category: 'Market Basics' });
});

test('questions of every topic are there', async () => {
  await open();

  const faq = screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent);
  expect(faq).toEqual(['What is alpha?', 'What is beta?']);
});
