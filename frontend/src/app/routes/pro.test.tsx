import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { accountKeys, type User } from '../../features/account/queries';
import type { FaqTopic } from '../../features/faq/queries';
import { type ProSection, proKeys } from '../../features/pro/queries';
import type { Testimonial } from '../../features/testimonials/queries';
import { checkoutDialog, useCheckoutDialog } from '../../shared/stores/checkoutDialog';
import { writePageData } from '../../test/layoutPage';
import { loginServer } from '../../test/loginServer';
import { plan, section } from '../../test/pro';
import { faqTopic, testimonial } from '../../test/testimonials';
import { member, onTrial, withPro } from '../../test/users';
import Pro from './pro';

const { server } = loginServer();
const HEADING = 'Unlock the Secrets of Smart Investing with Power-Packed Webinars!';

let kept: ProSection | null;
let reviews: Testimonial[];
let topics: FaqTopic[];

beforeEach(() => {
  window.dataLayer = [];
  document.body.innerHTML = '';
  reviews = [];
  topics = [];
  server.use(
    http.get('/api/userreview', () => HttpResponse.json({ reviews })),
    http.get('/api/faq', () => HttpResponse.json({ data: topics })),
    http.get('/api/learnprosection/web', () =>
      kept
        ? HttpResponse.json({ data: kept })
        : HttpResponse.json({ message: 'None.', code: 'pro_section_unknown' }, { status: 404 }),
    ),
  );
});
afterEach(() => act(() => checkoutDialog.close()));

async function open(overrides: Partial<ProSection> | null = {}, user: User | null = null) {
  writePageData();
  kept = overrides && section(overrides);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, user);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Suspense>
          <Pro row={{ name: 'pro', path: '/pro', title: 'Pro', module: 'pro' }} />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: HEADING }, { timeout: 5000 });
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  return queryClient;
}

const get = () => screen.getByRole('button', { name: 'Get Pro' });
const radios = () => within(screen.getByRole('radiogroup')).getAllByRole('radio');
const chosen = () => radios().filter((radio) => (radio as HTMLInputElement).checked);
const events = () => window.dataLayer ?? [];

describe('the plans', () => {
  test('are one group of radios with their prices, of which the first is chosen', async () => {
    await open();
    expect(screen.getByRole('radiogroup', { name: 'Choose your plan' })).toBeInTheDocument();
    const [quarter, year] = radios();
    expect(quarter).toHaveAccessibleName(
      '3 months Price ₹3,539.42 incl. 18% GST ₹2,999.50 + ₹539.92 GST instead of ₹5,310.00 SAVE 33% ₹1,179.82 a month 90 days',
    );
    expect(year).toHaveAccessibleName(
      '1 year Most Popular Price ₹9,438.82 incl. 18% GST ₹7,999.00 + ₹1,439.82 GST instead of ₹21,240.00 SAVE 56% ₹786.57 a month 365 days',
    );
    expect(chosen()).toEqual([quarter]);
    expect(get()).toBeEnabled();
  });

  test('are chosen one at a time, and the choice is told', async () => {
    await open();
    const [quarter, year] = radios();
    await userEvent.click(year as HTMLElement);
    expect(chosen()).toEqual([year]);
    await userEvent.click(quarter as HTMLElement);
    expect(chosen()).toEqual([quarter]);
    expect(events().filter(({ event }) => event === 'plan_selected')).toEqual([
      { event: 'plan_selected', plan: '1 year' },
      { event: 'plan_selected', plan: '3 months' },
    ]);
  });

  test('are chosen with the arrow keys', async () => {
    await open();
    await userEvent.tab();
    expect(radios()[0]).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(chosen()).toEqual([radios()[1]]);
  });

  test('that save nothing say nothing of it', async () => {
    await open({ subscriptionPlanIds: [plan({ actualPrice: 7999, discountPercentage: 0 })] });
    expect(radios()[0]).toHaveAccessibleName(
      '1 year Most Popular Price ₹9,438.82 incl. 18% GST ₹7,999.00 + ₹1,439.82 GST ₹786.57 a month 365 days',
    );
  });

  test('that are all withdrawn leave the button disabled', async () => {
    await open({ subscriptionPlanIds: [] });
    expect(screen.getByText('No plans are available right now.')).toBeInTheDocument();
    expect(screen.queryByRole('radiogroup')).not.toBeInTheDocument();
    expect(get()).toBeDisabled();
  });

  test('once the chosen one is withdrawn, none is chosen', async () => {
    const queryClient = await open();
    act(() =>
      queryClient.setQueryData(proKeys.section, { data: section({ subscriptionPlanIds: [plan()] }) }),
    );
    await waitFor(() => expect(chosen()).toEqual([]));
    expect(get()).toBeDisabled();
    await userEvent.click(radios()[0] as HTMLElement);
    expect(get()).toBeEnabled();
  });
});

describe('the page', () => {
  test('says what is part of it, what it is good for and which courses it opens', async () => {
    await open();
    expect(
      screen.getByText('All courses tagged ‘Free with PRO’ and live webinars are part of the subscription.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 2, name: 'Pro Benefits' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 3, name: 'Live webinars' })).toBeInTheDocument();
    expect(screen.getByText('A seat in any of them.')).toBeInTheDocument();
    const courses = within(screen.getByRole('region', { name: 'Courses included in PRO' }));
    expect(courses.getByRole('link', { name: 'Course 1' })).toHaveAttribute('href', '/courses/course-1');
    expect(events()).toEqual([{ event: 'pro_view' }]);
  });

  test('leaves out what there is nothing of', async () => {
    await open({ benefits: [], courses: [] });
    expect(screen.queryByRole('heading', { name: 'Pro Benefits' })).not.toBeInTheDocument();
    expect(screen.queryByText('Courses included in PRO')).not.toBeInTheDocument();
  });

  test('without a section leads on to the courses', async () => {
    await open(null);
    expect(screen.getByText(/Pro is not available right now/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Browse courses' })).toHaveAttribute('href', '/courses');
    expect(screen.queryByRole('button', { name: 'Get Pro' })).not.toBeInTheDocument();
  });
});

describe('Get Pro', () => {
  test('opens the checkout with the chosen plan and tells of it', async () => {
    await open();
    await userEvent.click(radios()[1] as HTMLElement);
    await userEvent.click(get());
    expect(useCheckoutDialog.getState().item).toEqual({
      kind: 'pro',
      itemId: 'section-1',
      planId: 'p-year',
      title: 'Rally Pro',
      creator: null,
      image: '/covers/wide/75/section-1.svg',
      price: 7999,
      oldPrice: 18000,
      accessValidityInDays: 365,
    });
    expect(events().at(-1)).toEqual({ event: 'add_to_cart', plan: '1 year' });
  });
});

describe('a member', () => {
  test('reads when the chosen plan would start and end', async () => {
    const times = { startsAt: '2027-02-26T06:00:00Z', endsAt: '2028-02-26T06:00:00Z' };
    await open({ subscriptionPlanIds: [plan(times)] }, withPro({ endsAt: times.startsAt }));
    expect(
      screen.getByText(
        'You have Pro until Fri, 26 Feb 2027. This plan starts then and ends on Sat, 26 Feb 2028.',
      ),
    ).toBeInTheDocument();
  });

  test('with Pro reads until when, and can add to it', async () => {
    await open({}, withPro({ endsAt: '2027-02-26T06:00:00Z' }));
    const plans = within(screen.getByRole('region', { name: 'Extend your Pro' }));
    expect(plans.getByText('Your Pro is active until Fri, 26 Feb 2027.')).toBeInTheDocument();
    expect(
      plans.getByText("A plan you add starts on Fri, 26 Feb 2027, so you don't lose any days."),
    ).toBeInTheDocument();
    expect(get()).toBeEnabled();
  });

  test('on trial reads what it opens', async () => {
    await open({}, onTrial());
    expect(
      screen.getByText(
        'Your free trial includes Pro courses until Sat, 28 Nov 2026. Live webinars are not included.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByText('A paid plan starts immediately and ends the trial.')).toBeInTheDocument();
  });

  test('whose Pro has no end reads that', async () => {
    await open({}, withPro({ endsAt: null, action: null }));
    expect(screen.getByText('Your Pro is active, with no end date.')).toBeInTheDocument();
    expect(screen.getByText('It does not expire, so it cannot be extended.')).toBeInTheDocument();
    expect(get()).toBeDisabled();
  });

  test('without Pro is offered one as anybody', async () => {
    await open({}, member());
    expect(screen.getByRole('region', { name: 'Choose your plan' })).toBeInTheDocument();
  });
});

describe('what is said of it', () => {
  const heading = (name: string) => screen.queryByRole('heading', { level: 2, name });

  test("are learners' words and the questions of its own topic", async () => {
    reviews = [testimonial('Asha')];
    topics = [faqTopic('Payments', 'beta'), faqTopic('Courses and Webinar', 'alpha')];
    await open();

    expect(heading('Hear From our Learners')).toBeVisible();
    expect(screen.getByText('What Asha says.')).toBeVisible();
    expect(heading('Frequently asked questions')).toBeVisible();
    expect(screen.getByRole('button', { name: 'What is alpha?' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'What is beta?' })).not.toBeInTheDocument();
  });

  test('has no questions of another topic, and answers those about Pro below the comparison', async () => {
    topics = [faqTopic('Pro', 'gamma'), faqTopic('Courses and Webinar', 'alpha')];
    await open();
    expect(screen.queryByRole('button', { name: 'What is gamma?' })).not.toBeInTheDocument();
    expect(screen.getByText(/^If you already have Pro, a new plan starts when it ends/)).toBeVisible();
    expect(screen.getByText(/^If you buy Pro during the trial, it starts immediately/)).toBeVisible();
    expect(screen.getByText(/^You pay once for the days you choose/)).toBeVisible();
  });

  test('compares it with the trial and with a free account, and says how it ends', async () => {
    await open();
    const row = within(screen.getByRole('table')).getByRole('row', { name: /^Live webinars with a price/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Paid one by one', 'Paid one by one', 'Free to book']);
    expect(screen.getByText('Pro ends by itself. Nothing is renewed and nothing is charged.')).toBeVisible();
  });

  test('takes no room where nothing was said or asked', async () => {
    topics = [faqTopic('Payments', 'beta')];
    await open();

    expect(heading('Hear From our Learners')).not.toBeInTheDocument();
    expect(heading('Frequently asked questions')).not.toBeInTheDocument();
  });
});
