import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { media, topic } from '../../test/player';
import { findVideo, open, press, server, startPlaying, state } from '../../test/topicPage';
import { playFor } from '../../test/video';

const ENGLISH = '/media/learn/first/film.en.vtt';
const HINDI = '/media/learn/first/film.hi.vtt';

const file = (...lines: string[]) =>
  `WEBVTT\n\n${lines.map((line, index) => `00:${index}0.000 --> 00:${index}9.000\n${line}`).join('\n\n')}`;
const LINES = ['A candle keeps four prices.', 'It forgets their <i>order</i>.', 'Volume stands below.'];

beforeEach(() => {
  server.use(http.get(ENGLISH, () => new HttpResponse(file(...LINES))));
});

async function openTranscript() {
  open();
  const video = await findVideo();
  await userEvent.click(screen.getByText('Transcript'));
  const details = screen.getByText('Transcript').closest('details') as HTMLElement;
  return { video, details: within(details) };
}

const lines = () => screen.findAllByRole('button', { name: /^0:\d0/ });
const names = async () => (await lines()).map((line) => line.textContent);

test('the lines of the captions are read only once the transcript is opened', async () => {
  let calls = 0;
  server.use(
    http.get(ENGLISH, () => {
      calls += 1;
      return new HttpResponse(file(...LINES));
    }),
  );
  open();
  await findVideo();
  expect(calls).toBe(0);
  await userEvent.click(screen.getByText('Transcript'));
  expect(await names()).toEqual([
    '0:00A candle keeps four prices.',
    '0:10It forgets their order.',
    '0:20Volume stands below.',
  ]);
  expect(calls).toBe(1);
});

test('a line moves the video, and the line that is spoken is marked', async () => {
  const { video } = await openTranscript();
  await userEvent.click((await lines())[1] as HTMLElement);
  expect(video.currentTime).toBe(10);
  await press('Play');
  await playFor(video, 4);
  const marked = () => screen.getAllByRole('button', { current: true }).map((line) => line.textContent);
  expect(marked()).toEqual(['0:10It forgets their order.']);
  await playFor(video, 7);
  expect(marked()).toEqual(['0:20Volume stands below.']);
});

test('a search leaves the lines that contain it, and says how many', async () => {
  const { details } = await openTranscript();
  await lines();
  await userEvent.type(details.getByRole('searchbox', { name: 'Search in the transcript' }), ' PRICES');
  expect(await names()).toEqual(['0:00A candle keeps four prices.']);
  expect(details.getByText('1 line')).toBeVisible();
  await userEvent.type(details.getByRole('searchbox'), 'zzz');
  expect(details.getByText('0 lines')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^0:\d0/ })).toBeNull();
});

test('the arrow keys go from line to line, and Tab leaves the list', async () => {
  await openTranscript();
  const [first, second, third] = (await lines()) as [HTMLElement, HTMLElement, HTMLElement];
  expect([first.tabIndex, second.tabIndex, third.tabIndex]).toEqual([0, -1, -1]);
  act(() => first.focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(second).toHaveFocus();
  await userEvent.keyboard('{End}{ArrowDown}');
  expect(third).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowUp}');
  expect(first).toHaveFocus();
});

test('captions in several languages can be chosen; the one that is on comes first', async () => {
  localStorage.setItem('player', '{"captions":"hi"}');
  server.use(http.get(HINDI, () => new HttpResponse(file('चार कीमतें।'))));
  const captions = [
    { url: ENGLISH, language: 'en', label: 'English' },
    { url: HINDI, language: 'hi', label: 'हिन्दी' },
  ];
  state.topics.t1 = topic('t1', { media: media({ captions }) });
  const { details } = await openTranscript();
  expect(await names()).toEqual(['0:00चार कीमतें।']);
  await userEvent.selectOptions(details.getByRole('combobox', { name: 'Language' }), 'English');
  await waitFor(async () => expect(await names()).toHaveLength(3));
  expect(screen.getAllByRole('list').find((list) => list.lang === 'en')).toBeDefined();
});

test('captions whose URL has expired are fetched from a new one', async () => {
  server.use(http.get(ENGLISH, () => new HttpResponse(null, { status: 403 })));
  server.use(http.get('/media/learn/second/film.en.vtt', () => new HttpResponse(file('Again.'))));
  open();
  await findVideo();
  const captions = [{ url: '/media/learn/second/film.en.vtt', language: 'en', label: 'English' }];
  state.topics.t1 = topic('t1', { media: media({ captions }) });
  await userEvent.click(screen.getByText('Transcript'));
  expect(await names()).toEqual(['0:00Again.']);
});

test('captions that cannot be read fail alone, and can be tried again', async () => {
  server.use(http.get(ENGLISH, () => new HttpResponse(null, { status: 404 })));
  const { details } = await openTranscript();
  expect(await details.findByText('Failed to fetch the transcript')).toBeVisible();
  server.use(http.get(ENGLISH, () => new HttpResponse(file('Back.'))));
  await userEvent.click(details.getByRole('button', { name: 'Try again' }));
  expect(await names()).toEqual(['0:00Back.']);
});

test.each([
  ['a video without captions', 't1'],
  ['an article', 't2'],
])('%s has no transcript', async (_, id) => {
  state.topics.t1 = topic('t1', { media: media({ captions: [] }) });
  open(id);
  await screen.findByRole('heading', { level: 1 });
  await screen.findByRole('button', { name: /^Add a note/ });
  expect(screen.queryByText('Transcript')).toBeNull();
});

test('a press skips ten seconds', async () => {
  open();
  const video = await startPlaying();
  await playFor(video, 15);
  await press('Seek forward 10 seconds');
  expect(video.currentTime).toBe(25);
  await press('Seek backward 10 seconds');
  await press('Seek backward 10 seconds');
  expect(video.currentTime).toBe(5);
});
