import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { accountKeys, type User } from '../../features/account/queries';
import type { CourseDetail } from '../../features/catalog/queries';
import type { Plan } from '../../features/pro/queries';
import { checkoutDialog, useCheckoutDialog } from '../../shared/stores/checkoutDialog';
import { loginDialog } from '../../shared/stores/loginDialog';
import { detail, opened, topic } from '../../test/courses';
import { writePageData } from '../../test/layoutPage';
import { loginServer } from '../../test/loginServer';
import { plan } from '../../test/pro';
import { member } from '../../test/users';
import { LoginHost } from '../dialogs/LoginHost';
import Course from './course';

const { server, requests } = loginServer();

const END = '2027-03-03T09:30:00Z';
const FREE: Partial<CourseDetail> = {
  offer_price: 0,
  markup_price: null,
  pricing: 'free',
  offer: { actions: ['enrol'], topicId: null, reason: 'notEnrolled' },
};
const PRO: Partial<CourseDetail> = {
  ...FREE,
  proCourse: true,
  pricing: 'pro',
  offer: { actions: ['getPro'], topicId: null, reason: 'needsPro' },
};

/** The course that the mock server returns; tests change it. */
let kept: CourseDetail;
let offered: Plan | null;
let wished: string[];

beforeEach(() => {
  offered = plan({ priceName: '3 months', discountedPrice: 2999.5 });
  kept = detail();
  wished = [];
  server.use(
    http.get('/api/course/users/:key', () => HttpResponse.json({ data: kept })),
    http.get('/api/learnprosection/offer', () => HttpResponse.json({ data: offered })),
    http.get('/api/course/wish-list/:key', () =>
      HttpResponse.json({ data: { isWished: wished.length > 0 } }),
    ),
    http.put('/api/course/wish-list/:key', ({ params }) => {
      wished = [String(params.key)];
      return HttpResponse.json({ message: 'Saved to your wish list.' });
    }),
    http.post('/api/course/bookfreecourseV1', () => {
      kept = { ...kept, ...opened(kept.proCourse ? 'pro' : 'free') };
      return HttpResponse.json({ data: kept, message: "You're enrolled." });
    }),
  );
});
afterEach(() =>
  act(() => {
    loginDialog.close();
    checkoutDialog.close();
  }),
);

function CurrentUrl() {
  return <output aria-label="Address">{useLocation().pathname}</output>;
}

async function open(overrides: Partial<CourseDetail> = {}, user: User | null = null) {
  writePageData();
  kept = detail(overrides);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, user);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/courses/course-1']}>
        <Suspense>
          <Routes>
            <Route path="/courses/:courseId" element={<Course />} />
            <Route path="*" element={<h1>Elsewhere</h1>} />
          </Routes>
        </Suspense>
        <LoginHost />
        <CurrentUrl />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Course 1' }, { timeout: 5000 });
}

const courseBox = () => within(screen.getByRole('complementary', { name: 'Price and access' }));
const enrolRequests = () => requests.filter(([path]) => path === '/api/course/bookfreecourseV1');
const logIn = async () => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Mobile number' }), '9876543210');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('textbox', { name: 'Digit 1' });
  await userEvent.keyboard('123456{Enter}');
};

test('each teacher has a face and a name in the box', async () => {
  const [first] = detail().instructors;
  const second = { ...first, _id: 'i2', full_name: 'Arjun Rao', image: '/media/portraits/arjun.webp' };
  await open({ instructors: [first, second] as CourseDetail['instructors'] });
  const lines = courseBox().getByText('Taught by').parentElement?.querySelectorAll<HTMLElement>('dd p');
  expect([...(lines ?? [])].map((line) => line.textContent)).toEqual(['KRKavya Reddy', 'Arjun Rao']);
  expect(within(lines?.[1] as HTMLElement).getByAltText('')).toHaveAttribute('src', second.image);
});

describe('the page', () => {
  test('says what one will be able to do, what one needs, who teaches and what follows', async () => {
    await open();
    const goals = within(screen.getByRole('region', { name: "What you'll learn" }));
    expect(goals.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Read a contract note',
      'Know the charges',
    ]);
    expect(
      within(screen.getByRole('region', { name: 'What you need' })).getByRole('listitem'),
    ).toHaveTextContent('No earlier knowledge');
    expect(screen.getByRole('region', { name: 'Your mentor' })).toHaveTextContent(
      "Kavya Reddy8 years' experience",
    );
    expect(screen.getByRole('region', { name: 'After you pay' })).toHaveTextContent(
      'You get access immediately, for 365 days.',
    );
    expect(courseBox().getByText('365 days')).toBeInTheDocument();
    expect(courseBox().getByText('1 hour 36 min')).toBeInTheDocument();
  });

  test('leaves out what there is nothing of', async () => {
    await open({
      whatYouWillLearn: [],
      requirements: [],
      instructors: [],
      chapters: [],
      rating: 0,
      lead: '',
    });
    for (const name of ["What you'll learn", 'What you need', 'Your mentor'])
      expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /Rated/ })).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Curriculum' })).toHaveTextContent('Topics are coming soon.');
  });

  test('lists the curriculum with its lengths', async () => {
    await open();
    const curriculum = within(screen.getByRole('region', { name: 'Curriculum' }));
    expect(curriculum.getByText('2 chapters, 3 topics, 1 hour 36 min')).toBeInTheDocument();
    expect(curriculum.getByText('1 video, 4 min · 1 article · 1 quiz')).toBeInTheDocument();
    const [first, second] = curriculum.getAllByRole('heading', { level: 3 });
    expect(first?.closest('details')).toHaveAttribute('open');
    expect(second?.closest('details')).not.toHaveAttribute('open');
    expect(first?.closest('summary')).toHaveTextContent('Follow the order1 video · 1 article8:10');
    expect(curriculum.getByText('Orders').closest('li')).toHaveTextContent('OrdersVideo4:05');
    expect(curriculum.getByText('Notes').closest('li')).toHaveTextContent('NotesArticle4:05');
    expect(curriculum.getByText('Check yourself').closest('summary')).toHaveTextContent(
      /^Check yourself1 quiz$/,
    );
  });
});

test('the page is shared by its slug, whatever URL it was opened with', async () => {
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  await open({ weburlname: 'candles' });
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('Link copied.')).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith('http://localhost/courses/candles');
});

describe('the outline of a member', () => {
  const chapters = [
    {
      _id: 'k1',
      title: 'One',
      topics: [
        topic('Orders', { access: 'open', isCompleted: true, hasCaptions: true }),
        topic('Notes', { access: 'open' }),
      ],
    },
  ];

  test('ticks the topics that are completed', async () => {
    await open({ ...opened('purchase'), chapters }, member());
    const curriculum = within(screen.getByRole('region', { name: 'Curriculum' }));
    expect(curriculum.getByRole('link', { name: 'Orders (completed)' })).toBeInTheDocument();
    expect(curriculum.getByRole('link', { name: 'Notes' })).toBeInTheDocument();
    expect(curriculum.getAllByRole('listitem').map((item) => item.querySelectorAll('svg').length)).toEqual([
      1, 0,
    ]);
  });

  test('says how many videos have captions', async () => {
    await open({ chapters });
    expect(courseBox().getByText('Captions').closest('div')).toHaveTextContent('CaptionsOn 1 of 2 videos');
  });

  test('says nothing of captions where there are none', async () => {
    await open();
    expect(courseBox().queryByText('Captions')).not.toBeInTheDocument();
  });
});

test('a topic has its sentence, if there is one', async () => {
  const topics = [topic('Orders', { summary: 'See where an order goes.' }), topic('Notes')];
  await open({ chapters: [{ _id: 'k1', title: 'One', topics }] });
  const [orders, notes] = screen
    .getAllByRole('listitem')
    .filter((item) => /Orders|Notes/.test(item.textContent));
  expect(orders).toHaveTextContent('OrdersSee where an order goes.');
  expect(notes?.querySelector('p')).toBeNull();
});

describe('a free preview', () => {
  const chapters = [
    {
      _id: 'k1',
      title: 'One',
      topics: [topic('Orders', { isFreePreview: true, access: 'preview' }), topic('Notes')],
    },
  ];

  test('opens in a dialog, for a visitor as well', async () => {
    server.use(
      http.get('/api/course/users/:key/topic/:topic', () =>
        HttpResponse.json({
          data: {
            ...topic('Orders', { ContentType: 'article', isFreePreview: true }),
            chapterTitle: 'One',
            text: '<p>Orders are instructions.</p>',
            media: null,
            attachments: [],
            quiz: null,
            attempts: [],
            marketDataDate: null,
            resumeAt: 0,
            previousTopicId: null,
            nextTopicId: null,
          },
        }),
      ),
    );
    await open({ chapters });
    const button = screen.getByRole('button', { name: 'Free preview: Orders' });
    await userEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Orders' }));
    expect(await dialog.findByText('Orders are instructions.')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('of a film is in the box, with the cover as its poster', async () => {
    const film = topic('Film', {
      isFreePreview: true,
      access: 'preview',
      ContentType: 'video',
      duration: 32,
    });
    server.use(http.get('/api/course/users/:key/topic/:topic', () => new Promise(() => undefined)));
    await open({ chapters: [{ _id: 'k1', title: 'One', topics: [topic('Orders'), film] }] });
    const button = courseBox().getByRole('button', { name: 'Watch a preview, 0:32' });
    expect(button.querySelector('img')).toHaveAttribute('alt', '');
    await userEvent.click(button);
    expect(await screen.findByRole('dialog', { name: 'Film' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  });

  test('of a text is not in the box', async () => {
    const text = topic('Orders', { isFreePreview: true, access: 'preview', ContentType: 'article' });
    await open({ chapters: [{ _id: 'k1', title: 'One', topics: [text] }] });
    expect(courseBox().queryByRole('button', { name: /preview/ })).not.toBeInTheDocument();
  });

  test('is a way into the player for who has the course', async () => {
    const [chapter] = chapters;
    const topics = chapter?.topics.map((line) => ({ ...line, access: 'open' as const })) ?? [];
    await open({ ...opened('purchase'), chapters: [{ _id: 'k1', title: 'One', topics }] }, member());
    expect(screen.queryByRole('button', { name: /Free preview/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '/course/c1/topic/t-Orders');
  });
});

describe('a free course', () => {
  test('is taken by a member, who goes on to learn', async () => {
    await open(FREE, member());
    expect(courseBox().getByText('Free')).toBeInTheDocument();
    await userEvent.click(courseBox().getByRole('button', { name: 'Enrol for free' }));
    const link = await courseBox().findByRole('link', { name: 'Start learning' });
    expect(enrolRequests()).toEqual([['/api/course/bookfreecourseV1', { id: 'c1' }]]);
    await waitFor(() => expect(link).toHaveFocus());
    expect(courseBox().getByText("You're enrolled. It's also in My Learnings.")).toBeInTheDocument();
    expect(courseBox().getByRole('link', { name: 'View your confirmation' })).toHaveAttribute(
      'href',
      '/course-confirmation',
    );
    expect(courseBox().getByText('Enrolled')).toBeInTheDocument();
    expect(courseBox().getByText('Access until Wed, 3 Mar 2027')).toBeInTheDocument();
    expect(link).toHaveAttribute('href', '/course/c1/topic/t-Orders');
  });

  test('is taken by a visitor through the login dialog, after which it goes on by itself', async () => {
    await open(FREE);
    await userEvent.click(courseBox().getByRole('button', { name: 'Enrol for free' }));
    expect(enrolRequests()).toEqual([]);
    await logIn();
    expect(await courseBox().findByRole('link', { name: 'Start learning' })).toBeInTheDocument();
    expect(enrolRequests()).toHaveLength(1);
    expect(screen.getByLabelText('Address')).toHaveTextContent('/courses/course-1');
  });

  test('is not taken by who leaves the login dialog', async () => {
    await open(FREE);
    await userEvent.click(courseBox().getByRole('button', { name: 'Enrol for free' }));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(courseBox().getByRole('button', { name: 'Enrol for free' })).toHaveFocus());
    expect(enrolRequests()).toEqual([]);
  });

  test('that is free no more says so in the server’s words', async () => {
    server.use(
      http.post('/api/course/bookfreecourseV1', () =>
        HttpResponse.json(
          { message: 'This course is not free for you.', code: 'payment_required' },
          { status: 409 },
        ),
      ),
    );
    await open(FREE, member());
    await userEvent.click(courseBox().getByRole('button', { name: 'Enrol for free' }));
    expect(await courseBox().findByRole('alert')).toHaveTextContent('This course is not free for you.');
    expect(courseBox().getByRole('button', { name: 'Enrol for free' })).toBeEnabled();
  });

  test('says until when it was open', async () => {
    await open({ ...FREE, access: { granted: false, via: 'free', endsAt: END } }, member());
    expect(courseBox().getByText('Your access ended on Wed, 3 Mar 2027')).toBeInTheDocument();
    expect(courseBox().getByRole('button', { name: 'Enrol for free' })).toBeInTheDocument();
  });
});

describe('a paid course', () => {
  test('shows its price, and opens the checkout with what is known of it', async () => {
    await open();
    expect(courseBox().getByText('incl. 18% GST').closest('p')).toHaveTextContent(
      /^Price ₹1,768\.82 incl\. 18% GST$/,
    );
    expect(courseBox().getByText('₹1,499 + ₹269.82 GST').closest('p')).toHaveTextContent(
      /^₹1,499 \+ ₹269\.82 GST instead of ₹2,999 before GST 50% off$/,
    );
    const refund = courseBox().getByText(/^No refund if you change your mind\./);
    expect(within(refund).getByRole('link', { name: 'Refund policy' })).toHaveAttribute(
      'href',
      '/refund-policy',
    );
    await userEvent.click(courseBox().getByRole('button', { name: 'Buy for ₹1,768.82' }));
    expect(useCheckoutDialog.getState().item).toEqual({
      kind: 'course',
      itemId: 'c1',
      title: 'Course 1',
      creator: 'Kavya Reddy',
      image: '/covers/wide/1/1.svg',
      price: 1499,
      oldPrice: 2999,
      accessValidityInDays: 365,
    });
    expect(window.dataLayer).toContainEqual({ event: 'add_to_cart', item: 'Course 1' });
  });

  test.each([
    [[1280, 960, 640, 320], 640],
    [[500, 320], 500],
    [[1200], 1200],
  ])('with a picture in the widths %j shows the checkout that of %d', async (widths, shown) => {
    await open({ webimage: widths.map((width) => ({ url: `/${width}.webp`, width, height: width / 2 })) });
    await userEvent.click(courseBox().getByRole('button', { name: 'Buy for ₹1,768.82' }));
    expect(useCheckoutDialog.getState().item?.image).toBe(`/${shown}.webp`);
  });

  test('goes on where its owner stopped', async () => {
    await open(opened('purchase', { actions: ['continue'], topicId: 't-Notes' }), member());
    const link = courseBox().getByRole('link', { name: 'Continue learning' });
    expect(link).toHaveAttribute('href', '/course/c1/topic/t-Notes');
    expect(courseBox().queryByText(/₹|GST/)).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'After you pay' })).not.toBeInTheDocument();
  });
});

describe('a course of Pro', () => {
  test('leads a visitor to Pro, or to the login', async () => {
    await open(PRO);
    expect(courseBox().getByRole('link', { name: 'Get Pro' })).toHaveAttribute('href', '/pro');
    expect(courseBox().getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(courseBox().getByText('While your Pro is active')).toBeInTheDocument();
  });

  test('says what Pro costs, and offers the trial to those who can have it', async () => {
    await open(PRO);
    expect(
      await courseBox().findByText(
        'Pro from ₹3,539.42 incl. 18% GST (₹2,999.50 + ₹539.92 GST) for 3 months. No auto-renewal.',
      ),
    ).toBeInTheDocument();
    expect(courseBox().getByRole('link', { name: 'Try Pro courses free for 7 days' })).toHaveAttribute(
      'href',
      '/?course=course-1#freeTrial',
    );
    expect(courseBox().queryByText(/No refund/)).not.toBeInTheDocument();
  });

  test('offers no second trial', async () => {
    await open(PRO, member({ trial: { status: 'used', endsAt: END } }));
    expect(await courseBox().findByText(/^Pro from ₹3,539\.42/)).toBeInTheDocument();
    expect(courseBox().queryByRole('link', { name: /free/ })).not.toBeInTheDocument();
  });

  test('names no price of Pro where no plan is on sale', async () => {
    offered = null;
    await open(PRO);
    expect(courseBox().queryByText(/Pro from|New to Pro/)).not.toBeInTheDocument();
  });

  test('that is sold as well names both prices', async () => {
    await open({
      pricing: 'proOrPaid',
      proCourse: true,
      offer: { actions: ['getPro', 'buy'], topicId: null, reason: 'needsPro' },
    });
    expect(courseBox().getByText('₹1,768.82')).toBeInTheDocument();
    expect(await courseBox().findByText(/^Pro from ₹3,539\.42/)).toBeInTheDocument();
    expect(courseBox().getByText(/No refund/)).toBeInTheDocument();
  });

  test('leads a member without Pro to Pro', async () => {
    await open(PRO, member());
    expect(courseBox().getByRole('link', { name: 'Get Pro' })).toBeInTheDocument();
    expect(courseBox().queryByRole('link', { name: 'Log in' })).not.toBeInTheDocument();
  });

  test('opens at once for a subscriber, who may enrol as well', async () => {
    await open({ ...PRO, ...opened('pro', { actions: ['start', 'enrolWithPro'] }) }, member());
    expect(courseBox().getByRole('link', { name: 'Start learning' })).toHaveAttribute(
      'href',
      expect.stringContaining('/course/c1/'),
    );
    expect(courseBox().getByText('Access with your Pro until Wed, 3 Mar 2027')).toBeInTheDocument();
    expect(courseBox().queryByText(/Free with Pro|Pro from|New to Pro/)).not.toBeInTheDocument();
    await userEvent.click(courseBox().getByRole('button', { name: 'Enrol with Pro' }));
    await waitFor(() =>
      expect(courseBox().queryByRole('button', { name: 'Enrol with Pro' })).not.toBeInTheDocument(),
    );
    expect(enrolRequests()).toHaveLength(1);
    expect(courseBox().getByRole('link', { name: 'Start learning' })).toBeInTheDocument();
  });
});

describe('the reviews', () => {
  const review = (number: number) => ({
    _id: `r${number}`,
    name: `Reader ${number}`,
    rating: 4,
    text: `Word ${number}`,
    at: '2026-11-13T09:30:00Z',
  });
  const region = () => within(screen.getByRole('region', { name: 'Reviews' }));

  const all = Array.from({ length: 8 }, (_, index) => review(index + 1));
  const withReviews = { reviews: all, rating: 4.3, reviewCount: 8, reviewCounts: [0, 0, 1, 4, 3] };

  test('are listed with name, stars and day, the rest on request', async () => {
    await open(withReviews);
    server.use(
      http.get('/api/course/users/:key/reviews', () => HttpResponse.json({ data: all, totalCount: 8 })),
    );
    await region().findByRole('button', { name: '1 star, 0 reviews' });
    expect(region().getByText('8 reviews')).toBeInTheDocument();
    expect(region().getAllByRole('listitem')).toHaveLength(6);
    const [first] = region().getAllByRole('listitem');
    expect(first).toHaveTextContent('Reader 1Fri, 13 Nov 2026Word 1');
    expect(first && within(first).getByRole('img', { name: 'Rated 4 out of 5' })).toBeInTheDocument();
    await userEvent.click(region().getByRole('button', { name: 'Show more reviews' }));
    await waitFor(() => expect(region().getAllByRole('listitem')).toHaveLength(8));
    expect(region().queryByRole('button', { name: 'Show more reviews' })).not.toBeInTheDocument();
  });

  test('can be filtered by rating, and shown again', async () => {
    await open(withReviews);
    server.use(
      http.get('/api/course/users/:key/reviews', ({ request }) => {
        expect(new URL(request.url).searchParams.get('rating')).toBe('3');
        return HttpResponse.json({ data: [{ ...review(1), rating: 3 }], totalCount: 1 });
      }),
    );
    expect(await region().findByRole('button', { name: '1 star, 0 reviews' })).toBeDisabled();
    const three = region().getByRole('button', { name: '3 stars, 1 review' });
    await userEvent.click(three);
    expect(three).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(region().getAllByRole('listitem')).toHaveLength(1));
    await userEvent.click(three);
    await waitFor(() => expect(region().getAllByRole('listitem')).toHaveLength(6));
  });

  test('show no rating while there are too few', async () => {
    await open({ ...withReviews, rating: 0 });
    expect(region().queryByText('8 reviews')).not.toBeInTheDocument();
    expect(region().getAllByRole('listitem')).toHaveLength(6);
  });

  test('may be missing', async () => {
    await open();
    expect(region().getByText('No reviews yet.')).toBeInTheDocument();
  });

  test('are not written by who has no access', async () => {
    await open({}, member());
    expect(screen.queryByRole('button', { name: 'Write a review' })).not.toBeInTheDocument();
  });

  test.each([
    [1, '1 more topic to go.'],
    [2, '2 more topics to go.'],
  ])('wait until half of the course is finished: %d to go', async (topicsLeft, text) => {
    await open({ ...opened('purchase'), review: { allowed: false, topicsLeft } }, member());
    expect(region().getByText(new RegExp(`half of it: ${text}$`))).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Write a review' })).not.toBeInTheDocument();
  });

  const write = async () => {
    await open(opened('purchase'), member());
    await userEvent.click(screen.getByRole('button', { name: 'Write a review' }));
    return within(await screen.findByRole('dialog', { name: 'Write a review' }));
  };

  test('are written with stars and words, and read by us first', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/course/review', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ data: {}, message: 'Thank you. It is shown once we have read it.' });
      }),
    );
    const dialog = await write();
    await userEvent.click(dialog.getByRole('radio', { name: '4 stars' }));
    await userEvent.type(
      dialog.getByRole('textbox', { name: 'What should others know?' }),
      ' Clear and calm. ',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Submit review' }));
    expect(await region().findByText('Thank you. It is shown once we have read it.')).toBeInTheDocument();
    expect(sent).toEqual({ courseId: 'course-1', rating: 4, text: 'Clear and calm.' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('need stars', async () => {
    const dialog = await write();
    await userEvent.click(dialog.getByRole('button', { name: 'Submit review' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose a rating from 1 to 5 stars.');
    expect(dialog.getByRole('radio', { name: '1 star' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(dialog.getByRole('radio', { name: '2 stars' })).toBeChecked();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('that come too early are refused in the server’s words, with nothing lost', async () => {
    const testimonial = 'You can review this course once you have finished half of it: 2 more topics to go.';
    server.use(
      http.post('/api/course/review', () =>
        HttpResponse.json({ message: testimonial, code: 'too_early' }, { status: 409 }),
      ),
    );
    const dialog = await write();
    await userEvent.click(dialog.getByRole('radio', { name: '5 stars' }));
    await userEvent.type(dialog.getByRole('textbox'), 'Good');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit review' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(testimonial);
    expect(dialog.getByRole('textbox')).toHaveValue('Good');
    expect(dialog.getByRole('radio', { name: '5 stars' })).toBeChecked();
  });

  test('wait behind the login dialog when the session has ended', async () => {
    const dialog = await write();
    await userEvent.type(dialog.getByRole('textbox'), 'Half a thought');
    act(() => loginDialog.open({ endedFor: 'u1' }));
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Write a review' })).not.toBeInTheDocument(),
    );
    act(() => loginDialog.close());
    const again = within(await screen.findByRole('dialog', { name: 'Write a review' }));
    expect(again.getByRole('textbox')).toHaveValue('Half a thought');
  });
});

describe('the wish list', () => {
  const wish = () => screen.findByRole('button', { name: /wish list/ });

  test('takes a course and gives it back', async () => {
    await open({}, member());
    await userEvent.click(await wish());
    await waitFor(async () => expect(await wish()).toHaveTextContent('Remove from wish list'));
    expect(wished).toHaveLength(1);
  });

  test('takes a course after a visitor has logged in', async () => {
    await open();
    await userEvent.click(await wish());
    await logIn();
    await waitFor(async () => expect(await wish()).toHaveTextContent('Remove from wish list'));
    expect(wished).toHaveLength(1);
  });

  test('is not offered for a course that one has', async () => {
    await open(opened('paid'), member());
    await screen.findByRole('button', { name: 'Share' });
    expect(screen.queryByRole('button', { name: /wish list/ })).toBeNull();
  });
});
