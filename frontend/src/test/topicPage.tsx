import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import Topic from '../app/routes/topic';
import { accountKeys } from '../features/account/queries';
import { catalogKeys } from '../features/catalog/queries';
import { writePageData } from './layoutPage';
import { media, playerServer, topic } from './player';
import { member } from './users';
import { loadVideo, mockVideoPlayback } from './video';

// The topic page, with a mock server and a fake video; each importing file has its own.
export const { server, state, requests, updates } = playerServer();
mockVideoPlayback();

// The player is a large tree for a page that renders nothing.
configure({ asyncUtilTimeout: 5_000 });

export const TOPIC = '/api/course/users/c1/topic/t1';
export let people = 0;

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

export const QUIZ = {
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

/** Each visit is by another user, with a ProgressSync of their own. */
/** `course` is what the page from the server brings along. */
export function open(topicId = 't1', course?: object) {
  people += 1;
  const user = member({ _id: `person-${people}` });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, user);
  if (course) queryClient.setQueryData(catalogKeys.course('c1'), course);
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

export async function findVideo({ length = 100 } = {}) {
  const found = await waitFor(() => {
    const video = document.querySelector('video');
    if (!video) throw new Error('no film yet');
    return video;
  });
  await loadVideo(found, { length });
  return found;
}

export async function startPlaying(options = {}) {
  const found = await findVideo(options);
  await press('Play');
  return found;
}

export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
export const list = () => screen.getByRole('complementary', { name: 'Course content' });
export const topicLink = (name: RegExp) => within(list()).getByRole('link', { name });
export const respondWithError = (status: number, body: object) =>
  server.use(http.get(TOPIC, () => HttpResponse.json(body, { status })));

export function setOnline(isOnline: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  return act(async () => window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

afterEach(() => setOnline(true));
