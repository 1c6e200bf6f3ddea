import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { accountKeys } from '../../features/account/queries';
import { ends, fails, filmsPlay, loads, plays } from '../../test/film';
import { learningNetwork, media, progress, topic } from '../../test/learning';
import { member } from '../../test/people';
import { writePageData } from '../layouts/testSupport';
import Topic from './topic';

const { server, state, asked, updates } = learningNetwork();
filmsPlay();

// The player is a large tree for a page without a screen.
configure({ asyncUtilTimeout: 5_000 });

const TOPIC = '/api/course/users/c1/topic/t1';
let people = 0;

beforeEach(() => {
  writePageData();
  state.topics = {
    t1: topic('t1', { media: media() }),
    t2: topic('t2', { text: '<h2>What stays</h2><p>Four prices and <em>no order</em>.</p>' }),
    t3: topic('t3', {
      media: media({ mime: 'application/pdf', url: '/media/learn/p/plan.pdf', captions: [] }),
    }),
    t4: topic('t4', { quiz: QUIZ }),
  };
});

const QUIZ = {
  questions: [
    {
      _id: 'q1',
      text: 'What does a candle keep?',
      options: [
        { _id: 'o1', text: 'Four prices' },
        { _id: 'o2', text: 'All trades' },
      ],
    },
    {
      _id: 'q2',
      text: 'And forget?',
      options: [
        { _id: 'o3', text: 'The colour' },
        { _id: 'o4', text: 'The order of trades' },
      ],
    },
  ],
};

/** Each visit is another person's, with a courier of their own. */
function open(topicId = 't1') {
  people += 1;
  const user = member({ _id: `person-${people}` });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, user);
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/course/c1/topic/${topicId}`]}>
        <Suspense>
          <Routes>
            <Route path="/course/:courseId/topic/:topicId" element={<Topic />} />
          </Routes>
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { user, queryClient, ...view };
}

async function film({ length = 100 } = {}) {
  const found = await waitFor(() => {
    const video = document.querySelector('video');
    if (!video) throw new Error('no film yet');
    return video;
  });
  await loads(found, { length });
  return found;
}

async function playing(options = {}) {
  const found = await film(options);
  await press('Play');
  return found;
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const list = () => screen.getByRole('complementary', { name: 'Course content' });
const lineOf = (name: RegExp) => within(list()).getByRole('link', { name });
const refuses = (status: number, body: object) =>
  server.use(http.get(TOPIC, () => HttpResponse.json(body, { status })));

function goes(isOnline: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  return act(async () => window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

afterEach(() => goes(true));

test('a topic stands in its course', async () => {
  state.topics.t1 = topic('t1', { media: media(), marketDataDate: '2026-09-03' });
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Four prices' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Candlesticks from the first principle' })).toHaveAttribute(
    'href',
    '/courses/candlesticks',
  );
  expect(await screen.findByText('Latest market data: Thu, 3 Sep 2026')).toBeInTheDocument();
  expect(lineOf(/^Four prices/)).toHaveAttribute('aria-current', 'page');
  expect(lineOf(/^What it forgets/)).not.toHaveAttribute('aria-current');
  expect(lineOf(/^What it forgets/)).toHaveAttribute('href', '/course/c1/topic/t2');
  expect(lineOf(/^Four prices/)).toHaveTextContent('1:40');
  expect(within(list()).getByText('0% completed')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Next topic/ })).toHaveAttribute('href', '/course/c1/topic/t2');
  expect(screen.queryByRole('link', { name: /^Previous topic/ })).not.toBeInTheDocument();
  expect(
    await screen.findByText('A video counts as completed when you have watched it to 90% of its length.'),
  ).toBeInTheDocument();
});

test('the first opening of a course is told, and later ones are not', async () => {
  const { user, unmount } = open();
  await film();
  const START = 'POST /api/course/progress/start';
  await waitFor(() => expect(asked).toContainEqual([START, { userId: user._id, courseId: 'c1' }]));
  unmount();
  state.progress = progress({ t1: { watchedDuration: 20 } });
  asked.length = 0;
  open();
  await film();
  expect(asked.map(([call]) => call)).not.toContain(START);
});

describe('a video', () => {
  test('is reported every 15 seconds, and when it is paused', async () => {
    const { user } = open();
    const video = await playing();
    await plays(video, 16);
    await press('Pause');
    await waitFor(() => expect(updates()).toHaveLength(2));
    expect(updates()).toEqual([
      {
        userId: user._id,
        courseId: 'c1',
        topicId: 't1',
        ContentType: 'video',
        watchedDuration: 15,
        isCompleted: false,
        topicrestart: false,
        watchedRanges: [[0, 15]],
      },
      expect.objectContaining({ watchedDuration: 16, watchedRanges: [[15, 16]] }),
    ]);
  });

  test('is reported before a leap, which is not counted as watched', async () => {
    open();
    const video = await playing();
    await plays(video, 4);
    await act(async () => {
      video.currentTime = 60;
    });
    await plays(video, 4);
    await press('Pause');
    await waitFor(() => expect(updates()).toHaveLength(2));
    expect(updates().map(({ watchedDuration, watchedRanges }) => [watchedDuration, watchedRanges])).toEqual([
      [4, [[0, 4]]],
      [64, [[60, 64]]],
    ]);
  });

  test.each([
    ['hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['closed', () => window.dispatchEvent(new Event('pagehide'))],
  ])('is reported when the page is %s', async (_, leave) => {
    open();
    const video = await playing();
    await plays(video, 4);
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(async () => leave());
    await waitFor(() => expect(updates()).toHaveLength(1));
    expect(updates()[0]).toMatchObject({ watchedDuration: 4, watchedRanges: [[0, 4]] });
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  });

  test('is reported when the person goes to another page', async () => {
    const { unmount } = open();
    await plays(await playing(), 4);
    unmount();
    await waitFor(() => expect(updates()).toHaveLength(1));
  });

  test('goes on where it was left', async () => {
    state.progress = progress({ t1: { watchedDuration: 42 } });
    open();
    expect((await film()).currentTime).toBe(42);
  });

  test('begins at its start for who was all but through', async () => {
    state.progress = progress({ t1: { watchedDuration: 96, isCompleted: true } });
    open();
    expect((await film()).currentTime).toBe(0);
  });

  test('is completed at 90%, which shows at once', async () => {
    state.progress = progress({ t1: { watchedDuration: 85 } });
    open();
    const video = await playing();
    await plays(video, 6);
    expect(await screen.findByText('Completed')).toBeInTheDocument();
    expect(lineOf(/^Four prices completed/)).toBeInTheDocument();
    expect(await within(list()).findByText('25% completed')).toBeInTheDocument();
    expect(updates().at(-1)).toMatchObject({ watchedDuration: 90, isCompleted: true });
  });

  test('is completed at its end', async () => {
    open();
    const video = await playing({ length: 20 });
    await plays(video, 4);
    await ends(video);
    await waitFor(() => expect(updates().at(-1)).toMatchObject({ watchedDuration: 20, isCompleted: true }));
  });

  test('has captions, which are remembered with speed and volume', async () => {
    open();
    const video = await film();
    await press('Enable captions');
    expect(video.textTracks[0]?.mode).toBe('showing');
    await act(async () => {
      video.playbackRate = 1.5;
      video.dispatchEvent(new Event('ratechange'));
      video.volume = 0.4;
      video.dispatchEvent(new Event('volumechange'));
    });
    expect(JSON.parse(localStorage.getItem('player') ?? '')).toEqual({
      captions: 'en',
      speed: 1.5,
      volume: 0.4,
      isMuted: false,
    });
  });

  test('plays as it was liked before', async () => {
    localStorage.setItem('player', '{"speed":1.25,"volume":0.3,"captions":"en"}');
    open();
    const video = await film();
    expect([video.playbackRate, video.volume, video.textTracks[0]?.mode]).toEqual([1.25, 0.3, 'showing']);
    expect(screen.getByRole('button', { name: 'Speed: 1.25×' })).toBeInTheDocument();
  });
});

describe('without a network', () => {
  const LINE = 'You are offline. Your progress is kept and sent when you are back.';

  test('progress is kept, shown, and sent when it is back', async () => {
    state.progress = progress({ t1: { watchedDuration: 85 } });
    open();
    const video = await playing();
    await goes(false);
    expect(screen.getByText(LINE)).toBeInTheDocument();
    await plays(video, 6);
    expect(screen.getByText('Completed')).toBeInTheDocument();
    expect(updates()).toEqual([]);
    await goes(true);
    await waitFor(() => expect(updates()).toHaveLength(1));
    expect(updates()[0]).toMatchObject({ watchedDuration: 90, isCompleted: true, watchedRanges: [[85, 90]] });
    await waitFor(() => expect(screen.queryByText(LINE)).not.toBeInTheDocument());
  });

  test('what a closed tab left behind is sent at the next visit', async () => {
    const next = `person-${people + 1}`;
    const left = { courseId: 'c1', topicId: 't1', contentType: 'video', isCompleted: false };
    localStorage.setItem(
      `progress:${next}`,
      JSON.stringify([{ ...left, position: 50, stretches: [[40, 50]] }]),
    );
    open();
    expect((await film()).currentTime).toBe(50);
    await waitFor(() => expect(updates()).toHaveLength(1));
    expect(updates()[0]).toMatchObject({ watchedDuration: 50, watchedRanges: [[40, 50]] });
    await waitFor(() => expect(localStorage.getItem(`progress:${next}`)).toBeNull());
  });

  test('a server that fails disturbs nobody', async () => {
    server.use(http.post('/api/course/progress/update', () => HttpResponse.json({}, { status: 503 })));
    const { user } = open();
    const video = await playing();
    await plays(video, 4);
    await press('Pause');
    await waitFor(() => expect(updates()).toHaveLength(1));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(localStorage.getItem(`progress:${user._id}`)).toContain('"position":4');
  });
});

describe('addresses that expire', () => {
  const later = () => media({ url: '/media/learn/second/film.mp4' });

  test('a fresh one takes its place where the film is, and it plays on', async () => {
    const { queryClient } = open();
    const video = await playing();
    await plays(video, 8);
    state.topics.t1 = topic('t1', { media: later() });
    await act(() => queryClient.refetchQueries({ queryKey: ['learning', 'topic'] }));
    await waitFor(() => expect(video).toHaveAttribute('src', '/media/learn/second/film.mp4'));
    await act(async () => video.load());
    await loads(video);
    expect([video.currentTime, video.paused]).toEqual([8, false]);
  });

  test('one that fails is replaced, too', async () => {
    state.progress = progress({ t1: { watchedDuration: 42 } });
    open();
    const video = await film();
    state.topics.t1 = topic('t1', { media: later() });
    await fails(video);
    await waitFor(() => expect(video).toHaveAttribute('src', '/media/learn/second/film.mp4'));
    await act(async () => video.load());
    await loads(video);
    expect([video.currentTime, video.paused]).toEqual([42, true]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('one failure that is told twice is replaced once', async () => {
    open();
    const video = await film();
    state.topics.t1 = topic('t1', { media: later() });
    asked.length = 0;
    await act(async () => {
      video.dispatchEvent(new Event('error'));
      video.dispatchEvent(new Event('error'));
    });
    await waitFor(() => expect(video).toHaveAttribute('src', '/media/learn/second/film.mp4'));
    expect(asked.filter(([call]) => call.startsWith('GET'))).toHaveLength(1);
  });

  test('a film that cannot be had says so and can be asked for again', async () => {
    const { queryClient } = open();
    const video = await film();
    for (let time = 0; time < 3; time += 1) {
      await fails(video);
      await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    }
    expect(await screen.findByRole('alert')).toHaveTextContent('This video could not be loaded.');
    state.topics.t1 = topic('t1', { media: later() });
    await press('Try again');
    await waitFor(() => expect(video).toHaveAttribute('src', '/media/learn/second/film.mp4'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('access that has ended is told, with a way out', async () => {
    open();
    const video = await playing();
    refuses(403, { message: 'This topic opens with the course.', code: 'no_access' });
    await fails(video);
    expect(await screen.findByText('You do not have access to this course.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the course' })).toHaveAttribute(
      'href',
      '/courses/candlesticks',
    );
    expect(document.querySelector('video')).toBeNull();
  });
});

describe('a topic that does not open', () => {
  test('for want of access', async () => {
    refuses(403, { message: 'This topic opens with the course.', code: 'no_access' });
    server.use(
      http.get('/api/course/progress/c1', () => HttpResponse.json({ code: 'no_access' }, { status: 403 })),
    );
    open();
    expect(await screen.findByText('You do not have access to this course.')).toBeInTheDocument();
    expect(lineOf(/^What it forgets locked/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Restart topic' })).not.toBeInTheDocument();
  });

  test('for now, because its prices are too young', async () => {
    const message = 'This topic shows recent prices. It opens on 3 December 2026.';
    refuses(403, { message, code: 'held_back' });
    open();
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  test('a free preview opens without the course, and is not reported', async () => {
    server.use(
      http.get('/api/course/progress/c1', () => HttpResponse.json({ code: 'no_access' }, { status: 403 })),
    );
    open();
    const video = await playing();
    await plays(video, 20);
    await press('Pause');
    expect(asked.filter(([call]) => call.startsWith('POST'))).toEqual([]);
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

  test('is answered, marked and explained, and can be tried again', async () => {
    marks();
    open('t4');
    await userEvent.click(await screen.findByRole('radio', { name: 'Four prices' }));
    await userEvent.click(screen.getByRole('radio', { name: 'The colour' }));
    await press('Check answers');
    expect(await screen.findByText('1 of 2 right')).toBeInTheDocument();
    expect(screen.getByText('Right')).toBeInTheDocument();
    expect(screen.getByText('Not right')).toBeInTheDocument();
    expect(screen.getByText('It has no order.')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /^The order of trades Right answer/ })).toBeDisabled();
    expect(asked).toContainEqual([`POST ${ANSWERS}`, { answers: { q1: 'o1', q2: 'o3' } }]);
    await waitFor(() => expect(updates().at(-1)).toMatchObject({ topicId: 't4', isCompleted: true }));
    await press('Try again');
    expect(screen.getByRole('radio', { name: 'Four prices' })).not.toBeChecked();
    expect(screen.queryByText('1 of 2 right')).not.toBeInTheDocument();
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
});

describe('to begin anew', () => {
  const confirm = async (name: string) =>
    userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

  test('a topic is set back once that is confirmed, and starts at its beginning', async () => {
    state.progress = progress({ t1: { watchedDuration: 60, isCompleted: true } });
    open();
    expect((await film()).currentTime).toBe(60);
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
    expect((await film()).currentTime).toBe(0);
  });

  test('what was watched before the restart does not come after it', async () => {
    state.progress = progress({ t1: { watchedDuration: 60 } });
    open();
    const video = await playing();
    await plays(video, 4);
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
    await film();
    expect(within(list()).getByText('50% completed')).toBeInTheDocument();
    await press('Restart course');
    await confirm('Restart course');
    expect(await within(list()).findByText('0% completed')).toBeInTheDocument();
  });

  test('a failure is told in the dialog, and nothing is set back', async () => {
    state.progress = progress({ t1: { watchedDuration: 60, isCompleted: true } });
    server.use(http.post('/api/course/progress/restart', () => HttpResponse.error()));
    open();
    await film();
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
  await film();
  await press(/^Course content/);
  const drawer = await screen.findByRole('dialog', { name: 'Course content' });
  expect(within(drawer).getByRole('link', { name: /^Four prices/ })).toHaveAttribute('aria-current', 'page');
  expect(within(drawer).getByRole('progressbar', { name: 'Course progress' })).toHaveAttribute(
    'aria-valuenow',
    '0',
  );
});
