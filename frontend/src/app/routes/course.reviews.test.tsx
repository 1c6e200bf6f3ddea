import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { loginDialog } from '../../shared/stores/loginDialog';
import { coursePage } from '../../test/coursePage';
import { opened } from '../../test/courses';
import { member } from '../../test/users';
import Course from './course';

const { server, kept, open } = coursePage(Course);

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

  test('begin with what was sent last, not with an old draft', async () => {
    server.use(http.post('/api/course/review', () => HttpResponse.json({ data: {}, message: 'Thank you.' })));
    const dialog = await write();
    await userEvent.click(dialog.getByRole('radio', { name: '4 stars' }));
    await userEvent.type(dialog.getByRole('textbox'), 'Sent here.');
    kept.course = { ...kept.course, ownReview: { rating: 2, text: 'Sent elsewhere.', status: 'waiting' } };
    await userEvent.click(dialog.getByRole('button', { name: 'Submit review' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Change your review' }));
    const again = within(await screen.findByRole('dialog', { name: 'Change your review' }));
    expect(again.getByRole('textbox')).toHaveValue('Sent elsewhere.');
    expect(again.getByRole('radio', { name: '2 stars' })).toBeChecked();
  });

  test.each([
    ['waiting', 'Your review will be published once we have checked it.'],
    ['refused', 'Your review was not published.'],
    ['published', ''],
  ] as const)('can be changed by their author: %s', async (status, text) => {
    const ownReview = { rating: 2, text: 'Too fast.', status };
    await open({ ...opened('purchase'), ownReview }, member());
    const button = screen.getByRole('button', { name: 'Change your review' });
    expect(button.nextElementSibling).toHaveTextContent(text);
    await userEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Change your review' }));
    expect(dialog.getByRole('radio', { name: '2 stars' })).toBeChecked();
    expect(dialog.getByRole('textbox')).toHaveValue('Too fast.');
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

  test('keep what was written when the dialog is closed', async () => {
    const dialog = await write();
    await userEvent.click(dialog.getByRole('radio', { name: '4 stars' }));
    await userEvent.type(dialog.getByRole('textbox'), 'Half a thought');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Write a review' }));
    const again = within(await screen.findByRole('dialog', { name: 'Write a review' }));
    expect(again.getByRole('textbox')).toHaveValue('Half a thought');
    expect(again.getByRole('radio', { name: '4 stars' })).toBeChecked();
  });

  test('that are too long are neither cut off nor sent', async () => {
    const dialog = await write();
    const field = dialog.getByRole('textbox');
    await userEvent.click(dialog.getByRole('radio', { name: '4 stars' }));
    await userEvent.click(field);
    await userEvent.paste('x'.repeat(1301));
    expect(field).toHaveValue('x'.repeat(1301));
    expect(field).toHaveAccessibleDescription('Optional Too long by 101. The limit is 1,200 characters.');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit review' }));
    expect(field).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    expect(field).toHaveAccessibleDescription('Optional');
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
