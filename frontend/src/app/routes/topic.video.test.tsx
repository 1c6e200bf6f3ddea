import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { media, progress, topic } from '../../test/player';
import {
  findVideo,
  list,
  open,
  people,
  press,
  requests,
  respondWithError,
  server,
  setOnline,
  startPlaying,
  state,
  topicLink,
  updates,
} from '../../test/topicPage';
import { advanceSilently, endVideo, failVideo, loadVideo, playFor } from '../../test/video';

describe('a video', () => {
  test('is reported every 15 seconds, and when it is paused', async () => {
    const { user } = open();
    const video = await startPlaying();
    await playFor(video, 16);
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

  test('is reported up to the very moment of the pause', async () => {
    open();
    const video = await startPlaying();
    await playFor(video, 4.75);
    advanceSilently(video, 0.3);
    await press('Pause');
    await waitFor(() => expect(updates()).toHaveLength(1));
    expect(updates()[0]).toMatchObject({ watchedDuration: 5.05, watchedRanges: [[0, 5.05]] });
  });

  test('is reported before a leap, which is not counted as watched', async () => {
    open();
    const video = await startPlaying();
    await playFor(video, 4);
    await act(async () => {
      video.currentTime = 60;
    });
    await playFor(video, 4);
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
  ])('is reported when the page is %s', async (_, sendAllNow) => {
    open();
    const video = await startPlaying();
    await playFor(video, 4);
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(async () => sendAllNow());
    await waitFor(() => expect(updates()).toHaveLength(1));
    expect(updates()[0]).toMatchObject({ watchedDuration: 4, watchedRanges: [[0, 4]] });
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  });

  test('is reported when the person goes to another page', async () => {
    const { unmount } = open();
    await playFor(await startPlaying(), 4);
    unmount();
    await waitFor(() => expect(updates()).toHaveLength(1));
  });

  test('goes on where it was left', async () => {
    state.progress = progress({ t1: { watchedDuration: 42 } });
    open();
    expect((await findVideo()).currentTime).toBe(42);
  });

  test('begins at its start for who was all but through', async () => {
    state.progress = progress({ t1: { watchedDuration: 96, isCompleted: true } });
    open();
    expect((await findVideo()).currentTime).toBe(0);
  });

  test('is completed at 90%, which shows at once', async () => {
    state.progress = progress({ t1: { watchedDuration: 85 } });
    open();
    const video = await startPlaying();
    await playFor(video, 6);
    expect(await screen.findByText('Completed')).toBeInTheDocument();
    expect(topicLink(/^Four prices completed/)).toBeInTheDocument();
    expect(await within(list()).findByText('25% completed')).toBeInTheDocument();
    expect(updates().at(-1)).toMatchObject({ watchedDuration: 90, isCompleted: true });
  });

  test('is completed at its end', async () => {
    open();
    const video = await startPlaying({ length: 20 });
    await playFor(video, 4);
    await endVideo(video);
    await waitFor(() => expect(updates().at(-1)).toMatchObject({ watchedDuration: 20, isCompleted: true }));
  });

  test('has captions, which are remembered with speed and volume', async () => {
    open();
    const video = await findVideo();
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
      autoplay: true,
      focus: false,
    });
  });

  test('plays as it was liked before', async () => {
    localStorage.setItem('player', '{"speed":1.25,"volume":0.3,"captions":"en"}');
    open();
    const video = await findVideo();
    expect([video.playbackRate, video.volume, video.textTracks[0]?.mode]).toEqual([1.25, 0.3, 'showing']);
    expect(screen.getByRole('button', { name: 'Speed: 1.25×' })).toBeInTheDocument();
  });
});

describe('without a network', () => {
  const LINE = 'You are offline. Your progress is saved and will sync when you are back online.';

  test('progress is kept, shown, and sent when it is back', async () => {
    state.progress = progress({ t1: { watchedDuration: 85 } });
    open();
    const video = await startPlaying();
    await setOnline(false);
    expect(screen.getByText(LINE)).toBeInTheDocument();
    await playFor(video, 6);
    expect(screen.getByText('Completed')).toBeInTheDocument();
    expect(updates()).toEqual([]);
    await setOnline(true);
    await waitFor(() => expect(updates()).toHaveLength(1));
    expect(updates()[0]).toMatchObject({ watchedDuration: 90, isCompleted: true, watchedRanges: [[85, 90]] });
    await waitFor(() => expect(screen.queryByText(LINE)).not.toBeInTheDocument());
  });

  test('what a closed tab left behind is sent at the next visit', async () => {
    const next = `person-${people + 1}`;
    const left = { courseId: 'c1', topicId: 't1', contentType: 'video', isCompleted: false };
    localStorage.setItem(
      `progress:${next}`,
      JSON.stringify([{ ...left, position: 50, watchedRanges: [[40, 50]] }]),
    );
    open();
    expect((await findVideo()).currentTime).toBe(50);
    await waitFor(() => expect(updates()).toHaveLength(1));
    expect(updates()[0]).toMatchObject({ watchedDuration: 50, watchedRanges: [[40, 50]] });
    await waitFor(() => expect(localStorage.getItem(`progress:${next}`)).toBeNull());
  });

  test('a server that fails disturbs nobody', async () => {
    server.use(http.post('/api/course/progress/update', () => HttpResponse.json({}, { status: 503 })));
    const { user } = open();
    const video = await startPlaying();
    await playFor(video, 4);
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
    const video = await startPlaying();
    await playFor(video, 8);
    state.topics.t1 = topic('t1', { media: later() });
    await act(() => queryClient.refetchQueries({ queryKey: ['learning', 'topic'] }));
    await waitFor(() => expect(video).toHaveAttribute('src', '/media/learn/second/film.mp4'));
    await act(async () => video.load());
    await loadVideo(video);
    expect([video.currentTime, video.paused]).toEqual([8, false]);
  });

  test('one that fails is replaced, too', async () => {
    state.progress = progress({ t1: { watchedDuration: 42 } });
    open();
    const video = await findVideo();
    state.topics.t1 = topic('t1', { media: later() });
    await failVideo(video);
    await waitFor(() => expect(video).toHaveAttribute('src', '/media/learn/second/film.mp4'));
    await act(async () => video.load());
    await loadVideo(video);
    expect([video.currentTime, video.paused]).toEqual([42, true]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('one failure that is told twice is replaced once', async () => {
    open();
    const video = await findVideo();
    state.topics.t1 = topic('t1', { media: later() });
    requests.length = 0;
    await act(async () => {
      video.dispatchEvent(new Event('error'));
      video.dispatchEvent(new Event('error'));
    });
    await waitFor(() => expect(video).toHaveAttribute('src', '/media/learn/second/film.mp4'));
    expect(requests.filter(([call]) => call.startsWith('GET'))).toHaveLength(1);
  });

  test('a film that cannot be had says so and can be asked for again', async () => {
    const { queryClient } = open();
    const video = await findVideo();
    for (let time = 0; time < 3; time += 1) {
      await failVideo(video);
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
    const video = await startPlaying();
    respondWithError(403, {
      message: 'You need access to this course to open this topic.',
      code: 'no_access',
    });
    await failVideo(video);
    expect(await screen.findByText('You do not have access to this course.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to course' })).toHaveAttribute(
      'href',
      '/courses/candlesticks',
    );
    expect(document.querySelector('video')).toBeNull();
  });
});
