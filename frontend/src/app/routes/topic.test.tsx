import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { lockedOutline, media, progress, topic } from '../../test/player';
import {
  findVideo,
  list,
  open,
  press,
  requests,
  respondWithError,
  server,
  startPlaying,
  state,
  topicLink,
  updates,
} from '../../test/topicPage';
import { playFor } from '../../test/video';

test('a topic stands in its course', async () => {
  state.topics.t1 = topic('t1', { media: media(), marketDataDate: '2026-09-03' });
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Four prices' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Candlesticks from the first principle' })).toHaveAttribute(
    'href',
    '/courses/candlesticks',
  );
  expect(await screen.findByText('Latest market data: Thu, 3 Sep 2026')).toBeInTheDocument();
  expect(topicLink(/^Four prices/)).toHaveAttribute('aria-current', 'page');
  expect(topicLink(/^What it forgets/)).not.toHaveAttribute('aria-current');
  expect(topicLink(/^What it forgets/)).toHaveAttribute('href', '/course/c1/topic/t2');
  expect(topicLink(/^Four prices/)).toHaveTextContent('1:40');
  expect(within(list()).getByText('0% completed')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Next topic/ })).toHaveAttribute('href', '/course/c1/topic/t2');
  expect(screen.queryByRole('link', { name: /^Previous topic/ })).not.toBeInTheDocument();
  expect(
    await screen.findByText('A video counts as completed when you have watched 90% of it.'),
  ).toBeInTheDocument();
});

describe('the end of the course', () => {
  const done = { isCompleted: true };

  test('follows once the server knows that all topics are completed', async () => {
    state.progress = progress({ t1: done, t3: done, t4: done });
    open('t2');
    const button = await screen.findByRole('button', { name: 'Mark as read' });
    expect(screen.queryByText('You completed this course')).not.toBeInTheDocument();
    await userEvent.click(button);
    expect(await screen.findByText('You completed this course')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Your certificate' })).toHaveAttribute(
      'href',
      '/course/c1/completed',
    );
  });

  test('offers no certificate that waits', async () => {
    const all = progress({ t1: done, t2: done, t3: done, t4: done });
    state.progress = { ...all, certificateFrom: '2099-11-28T06:00:00Z' };
    open('t2');
    expect(await screen.findByText('You completed this course')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Your certificate' })).not.toBeInTheDocument();
  });

  test('does not while its report cannot be sent', async () => {
    state.progress = progress({ t1: done, t3: done, t4: done });
    server.use(http.post('/api/course/progress/update', () => HttpResponse.json({}, { status: 503 })));
    open('t2');
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
    expect(await screen.findByText('Completed')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Your certificate' })).not.toBeInTheDocument();
  });
});

test('the first opening of a course is told, and later ones are not', async () => {
  const { user, unmount } = open();
  await findVideo();
  const START = 'POST /api/course/progress/start';
  await waitFor(() => expect(requests).toContainEqual([START, { userId: user._id, courseId: 'c1' }]));
  unmount();
  state.progress = progress({ t1: { watchedDuration: 20 } });
  requests.length = 0;
  open();
  await findVideo();
  expect(requests.map(([call]) => call)).not.toContain(START);
});

describe('a topic that does not open', () => {
  test('for want of access', async () => {
    respondWithError(403, {
      message: 'You need access to this course to open this topic.',
      code: 'no_access',
    });
    server.use(
      http.get('/api/course/progress/c1', () => HttpResponse.json({ code: 'no_access' }, { status: 403 })),
      http.get('/api/course/users/c1', () => HttpResponse.json({ data: lockedOutline })),
    );
    open();
    expect(await screen.findByText('You do not have access to this course.')).toBeInTheDocument();
    expect(topicLink(/^What it forgets locked/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Restart topic' })).not.toBeInTheDocument();
  });

  test('for now, because its prices are too young', async () => {
    const message = 'This topic uses recent market prices. It will be available from 3 December 2026.';
    respondWithError(403, { message, code: 'held_back' });
    open();
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  test('a free preview opens without the course, and progress is neither asked for nor reported', async () => {
    const asked = jest.fn(() => HttpResponse.json({ code: 'no_access' }, { status: 403 }));
    server.use(http.get('/api/course/progress/c1', asked));
    open('t1', { data: { ...lockedOutline, access: null } });
    const video = await startPlaying();
    await playFor(video, 20);
    await press('Pause');
    expect(requests.filter(([call]) => call.startsWith('POST'))).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('what is read', () => {
  test('an article is shown as it was written, and completed by hand', async () => {
    open('t2');
    expect(await screen.findByRole('heading', { level: 2, name: 'What stays' })).toBeInTheDocument();
    expect(screen.getByText('no order').tagName).toBe('EM');
    await waitFor(() => expect(updates()).toMatchObject([{ topicId: 't2', isCompleted: false }]));
    await press('Mark as read');
    expect(screen.getByText('Completed')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Mark as read' })).not.toBeInTheDocument();
    await waitFor(() =>
      expect(updates().at(-1)).toMatchObject({ topicId: 't2', isCompleted: true, ContentType: 'article' }),
    );
  });

  test('the time for it is learned, up to its length', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    open('t2');
    await screen.findByRole('button', { name: 'Mark as read' });
    clock.mockReturnValue(45_000);
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() =>
      expect(updates().at(-1)).toMatchObject({ isCompleted: false, watchedRanges: [[0, 45]] }),
    );
    clock.mockReturnValue(900_000);
    await press('Mark as read');
    await waitFor(() =>
      expect(updates().at(-1)).toMatchObject({ isCompleted: true, watchedRanges: [[45, 120]] }),
    );
    clock.mockRestore();
  });

  test('a PDF is shown by the browser, where it can', async () => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: true });
    open('t3');
    const frame = await screen.findByTitle('A plan to print');
    expect(frame).toHaveAttribute('src', expect.stringContaining('/media/learn/p/plan.pdf'));
    const link = screen.getByRole('link', { name: 'Open in a new tab' });
    expect(link).toHaveAttribute('href', '/media/learn/p/plan.pdf');
    await press('Mark as read');
    await waitFor(() => expect(updates().at(-1)).toMatchObject({ topicId: 't3', isCompleted: true }));
  });

  test('and where it cannot there is the link alone', async () => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: false });
    open('t3');
    expect(await screen.findByRole('link', { name: 'Open in a new tab' })).toBeInTheDocument();
    expect(screen.queryByTitle('A plan to print')).not.toBeInTheDocument();
  });

  test('attachments can be saved', async () => {
    const attachments = [{ title: 'Prices', url: '/media/learn/a/prices.csv', size: 12_400 }];
    state.topics.t2 = topic('t2', { text: '<p>Text.</p>', attachments });
    open('t2');
    const link = await screen.findByRole('link', { name: 'Prices 12 kB' });
    expect(link).toHaveAttribute('href', '/media/learn/a/prices.csv');
    expect(link).toHaveAttribute('download');
  });

  test('a topic without content says so', async () => {
    state.topics.t2 = topic('t2', { text: '' });
    open('t2');
    expect(await screen.findByText(/^This topic has no content yet/)).toBeInTheDocument();
  });
});

describe('a quiz', () => {
  const ANSWERS = '/api/course/users/c1/topic/t4/answers';
  const marks = () =>
    server.use(
      http.post(ANSWERS, async ({ request }) => {
        const { answers } = (await request.json()) as { answers: Record<string, string> };
        const mark = (_id: string, rightOption: string, explanation: string) => ({
          ...{ _id, rightOption, explanation, chosen: answers[_id] ?? null },
          isRight: answers[_id] === rightOption,
        });
        const questions = [mark('q1', 'o1', 'Open, high, low, close.'), mark('q2', 'o4', 'It has no order.')];
        return HttpResponse.json({
          data: { right: questions.filter(({ isRight }) => isRight).length, total: 2, questions },
        });
      }),
    );

  test('lists the attempts, the best of several marked', async () => {
    const attempts = [
      { right: 1, total: 2, at: '2026-11-21T09:35:00Z' },
      { right: 2, total: 2, at: '2026-11-20T09:35:00Z' },
    ];
    state.topics.t4 = topic('t4', { quiz: state.topics.t4?.quiz ?? null, attempts });
    open('t4');
    const section = within(await screen.findByRole('region', { name: 'Your attempts' }));
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '21 Nov 26, 3:05 PM1 of 2 correct',
      '20 Nov 26, 3:05 PM2 of 2 correctBest',
    ]);
  });

  test('marks no attempt as the best if they are equal', async () => {
    const attempts = ['2026-11-21T09:35:00Z', '2026-11-20T09:35:00Z'].map((at) => ({
      right: 0,
      total: 2,
      at,
    }));
    state.topics.t4 = topic('t4', { quiz: state.topics.t4?.quiz ?? null, attempts });
    open('t4');
    const section = within(await screen.findByRole('region', { name: 'Your attempts' }));
    expect(section.getAllByRole('listitem')).toHaveLength(2);
    expect(section.queryByText('Best')).not.toBeInTheDocument();
  });

  test('is answered, marked and explained, and can be tried again', async () => {
    marks();
    open('t4');
    await userEvent.click(await screen.findByRole('radio', { name: 'Four prices' }));
    await userEvent.click(screen.getByRole('radio', { name: 'The colour' }));
    await press('Check answers');
    expect(await screen.findByText('1 of 2 correct')).toBeInTheDocument();
    expect(screen.getByText('Correct')).toBeInTheDocument();
    expect(screen.getByText('Incorrect')).toBeInTheDocument();
    expect(screen.getByText('It has no order.')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /^The order of trades Correct answer/ })).toBeDisabled();
    expect(requests).toContainEqual([`POST ${ANSWERS}`, { answers: { q1: 'o1', q2: 'o3' } }]);
    await waitFor(() => expect(updates().at(-1)).toMatchObject({ topicId: 't4', isCompleted: true }));
    await press('Try again');
    expect(screen.getByRole('radio', { name: 'Four prices' })).not.toBeChecked();
    expect(screen.queryByText('1 of 2 correct')).not.toBeInTheDocument();
  });

  test('keeps the answers when they could not be checked', async () => {
    server.use(
      http.post(ANSWERS, () => HttpResponse.json({ message: 'We are busy.', code: 'x' }, { status: 503 })),
    );
    open('t4');
    await userEvent.click(await screen.findByRole('radio', { name: 'Four prices' }));
    await userEvent.click(screen.getByRole('radio', { name: 'The colour' }));
    await press('Check answers');
    expect(await screen.findByRole('alert')).toHaveTextContent('We are busy.');
    expect(screen.getByRole('radio', { name: 'Four prices' })).toBeChecked();
  });

  test('shows the new questions when staff have changed it', async () => {
    const quiz = state.topics.t4?.quiz;
    if (!quiz) throw new Error('The topic has no quiz.');
    const message = 'This quiz has changed. Please check your answers again.';
    server.use(
      http.post(ANSWERS, () => {
        const [first, ...others] = quiz.questions;
        const changed = first ? [{ ...first, text: 'What does it cost?' }, ...others] : [];
        state.topics.t4 = topic('t4', { quiz: { ...quiz, questions: changed } });
        return HttpResponse.json({ message, code: 'invalid', errors: {} }, { status: 400 });
      }),
    );
    open('t4');
    await userEvent.click(await screen.findByRole('radio', { name: 'Four prices' }));
    await userEvent.click(screen.getByRole('radio', { name: 'The colour' }));
    await press('Check answers');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(await screen.findByText('1. What does it cost?')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Four prices' })).toBeChecked();
  });
});

describe('restarting', () => {
  const confirm = async (name: string) =>
    userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

  test('a topic is set back once that is confirmed, and starts at its beginning', async () => {
    state.progress = progress({ t1: { watchedDuration: 60, isCompleted: true } });
    open();
    expect((await findVideo()).currentTime).toBe(60);
    await press('Restart topic');
    await confirm('Keep my progress');
    expect(updates()).toEqual([]);
    await press('Restart topic');
    await confirm('Restart topic');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(updates()).toMatchObject([
      { topicId: 't1', watchedDuration: 0, isCompleted: false, topicrestart: true },
    ]);
    expect(screen.queryByText('Completed')).not.toBeInTheDocument();
    expect((await findVideo()).currentTime).toBe(0);
  });

  test('what was watched before the restart does not come after it', async () => {
    state.progress = progress({ t1: { watchedDuration: 60 } });
    open();
    const video = await startPlaying();
    await playFor(video, 4);
    await press('Restart topic');
    expect(video.paused).toBe(true);
    await confirm('Restart topic');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(updates().at(-1)).toMatchObject({ topicrestart: true });
    expect(state.progress.topics[0]).toMatchObject({ watchedDuration: 0, isCompleted: false });
  });

  test('so is the course', async () => {
    state.progress = progress({ t1: { watchedDuration: 60, isCompleted: true }, t2: { isCompleted: true } });
    open();
    await findVideo();
    expect(within(list()).getByText('50% completed')).toBeInTheDocument();
    await press('Restart course');
    await confirm('Restart course');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await within(list()).findByText('0% completed')).toBeInTheDocument();
  });

  test('a failure is told in the dialog, and nothing is set back', async () => {
    state.progress = progress({ t1: { watchedDuration: 60, isCompleted: true } });
    server.use(http.post('/api/course/progress/restart', () => HttpResponse.error()));
    open();
    await findVideo();
    await press('Restart course');
    await confirm('Restart course');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Something went wrong',
    );
    expect(screen.getByText('Completed')).toBeInTheDocument();
  });
});

test('the course content opens in a drawer where there is no room for it', async () => {
  open();
  await findVideo();
  await press(/^Course content/);
  const drawer = await screen.findByRole('dialog', { name: 'Course content' });
  expect(within(drawer).getByRole('link', { name: /^Four prices/ })).toHaveAttribute('aria-current', 'page');
  expect(within(drawer).getByRole('progressbar', { name: 'Course progress' })).toHaveAttribute(
    'aria-valuenow',
    '0',
  );
});
