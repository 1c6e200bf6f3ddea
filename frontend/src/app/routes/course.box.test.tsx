import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { CourseDetail } from '../../features/catalog/queries';
import { useCheckoutDialog } from '../../shared/stores/checkoutDialog';
import { courseBox, coursePage } from '../../test/coursePage';
import { detail, opened } from '../../test/courses';
import { member } from '../../test/users';
import Course from './course';

const { server, requests, kept, open } = coursePage(Course);

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
      /^₹1,499 \+ ₹269\.82 GST instead of ₹3,538\.82 50% off$/,
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
    kept.offer = null;
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

describe('the wish list', () => {
  const wish = () => screen.findByRole('button', { name: /wish list/ });

  test('takes a course and gives it back', async () => {
    await open({}, member());
    await userEvent.click(await wish());
    await waitFor(async () => expect(await wish()).toHaveTextContent('Remove from wish list'));
    expect(kept.wished).toHaveLength(1);
  });

  test('takes a course after a visitor has logged in', async () => {
    await open();
    await userEvent.click(await wish());
    await logIn();
    await waitFor(async () => expect(await wish()).toHaveTextContent('Remove from wish list'));
    expect(kept.wished).toHaveLength(1);
  });

  test('is not offered for a course that one has', async () => {
    await open(opened('paid'), member());
    await screen.findByRole('button', { name: 'Share' });
    expect(screen.queryByRole('button', { name: /wish list/ })).toBeNull();
  });
});
