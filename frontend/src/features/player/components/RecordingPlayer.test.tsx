import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { loadVideo, mockVideoPlayback, playFor } from '../../../test/video';
import type { Recording } from '../recordingQueries';
import { RecordingPlayer } from './RecordingPlayer';

const OPEN = '/api/learning/recordings/m1/open';
const PROGRESS = '/api/learning/recordings/m1/progress';
const positions: unknown[] = [];
const server = setupServer();

mockVideoPlayback();
beforeAll(() => import('./VideoPlayer'), 60_000);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  positions.length = 0;
  server.use(
    http.post(PROGRESS, async ({ request }) => {
      positions.push(await request.json());
      return HttpResponse.json({ message: 'Saved.' });
    }),
  );
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function open(recording: Partial<Recording> = {}) {
  const data = {
    title: 'Gap and range',
    url: '/media/learn/x/film.mp4',
    mime: 'video/mp4',
    resumeAt: 0,
    ...recording,
  };
  server.use(http.post(OPEN, () => HttpResponse.json({ data })));
  show();
}

function refuse(status: number, message: string) {
  server.use(http.post(OPEN, () => HttpResponse.json({ message, code: 'x' }, { status })));
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RecordingPlayer meetingId="m1" />
    </QueryClientProvider>,
  );

async function findVideo(length = 100): Promise<HTMLVideoElement> {
  const video = await waitFor(() => {
    const found = document.querySelector('video');
    if (!found) throw new Error('no video yet');
    return found;
  });
  await loadVideo(video, { length });
  return video;
}

test('it goes on where it was left', async () => {
  open({ resumeAt: 42 });
  const video = await findVideo();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Gap and range');
  expect(video.currentTime).toBe(42);
});

test('what was watched to the end starts again', async () => {
  open({ resumeAt: 97 });
  expect((await findVideo()).currentTime).toBe(0);
});

test('the position is kept every ten seconds, and where it is paused', async () => {
  open();
  const video = await findVideo();
  await act(() => video.play());
  await playFor(video, 21);
  await waitFor(() => expect(positions).toHaveLength(2));
  act(() => video.pause());
  await waitFor(() => expect(positions).toEqual([{ position: 10 }, { position: 20 }, { position: 21 }]));
});

test('one that is stored elsewhere is a link', async () => {
  open({ mime: null, url: 'https://films.example/one' });
  const link = await screen.findByRole('link', { name: 'Open the recording' });
  expect(link).toHaveAttribute('href', 'https://films.example/one');
  expect(link).toHaveAttribute('target', '_blank');
  expect(document.querySelector('video')).toBeNull();
});

test.each([403, 404])('one that is not theirs (%s) says so and is not asked for again', async (status) => {
  refuse(status, 'You have not booked this.');
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('You have not booked this.');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('one that could not be opened is opened after trying again', async () => {
  refuse(503, 'Not available.');
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Not available.');
  server.resetHandlers();
  server.use(
    http.post(OPEN, () =>
      HttpResponse.json({ data: { title: 'Gap and range', url: '/f', mime: null, resumeAt: 0 } }),
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Open the recording' })).toBeInTheDocument();
});
