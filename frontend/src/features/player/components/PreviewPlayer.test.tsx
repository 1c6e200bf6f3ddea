import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { media, playerServer, topic } from '../../../test/player';
import { renderPage } from '../../../test/renderPage';
import { loadVideo, mockVideoPlayback, playFor } from '../../../test/video';
import PreviewPlayer from './PreviewPlayer';

const { server, state, requests } = playerServer();
mockVideoPlayback();

const open = () => renderPage(<PreviewPlayer courseKey="c1" topicId="t1" />);

test('a visitor watches a free preview, and nothing is reported', async () => {
  state.topics.t1 = topic('t1', { media: media() });
  open();
  const play = await screen.findByRole('button', { name: 'Play' }, { timeout: 5_000 });
  const video = document.querySelector('video') as HTMLVideoElement;
  await loadVideo(video);
  await userEvent.click(play);
  await playFor(video, 20);
  expect(screen.getByTitle('1.67 min')).toHaveTextContent('1:40');
  expect(requests).toEqual([['GET /api/course/users/c1/topic/t1', null]]);
});

test('what does not open is told in the words of the server', async () => {
  server.use(
    http.get('/api/course/users/c1/topic/t1', () =>
      HttpResponse.json({ message: 'Please log in.', code: 'not_logged_in' }, { status: 401 }),
    ),
  );
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Please log in.');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('what could not be loaded can be asked for again', async () => {
  server.use(http.get('/api/course/users/c1/topic/t1', () => HttpResponse.error(), { once: true }));
  state.topics.t1 = topic('t1', { media: media() });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});
