import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ProgressUpdate } from '../features/player/lib/pendingProgress';
import type { Media, Note, Outline, Progress, Topic } from '../features/player/queries';

export const progressUpdate = (overrides: Partial<ProgressUpdate> = {}): ProgressUpdate => ({
  courseId: 'c1',
  topicId: 't1',
  contentType: 'video',
  position: 10,
  isCompleted: false,
  watchedRanges: [[0, 10]],
  ...overrides,
});

const line = (id: string, title: string, ContentType: Topic['ContentType'], duration: number) => ({
  _id: id,
  title,
  ContentType,
  duration,
  isFreePreview: id === 't1',
  access: 'open' as const,
  isCompleted: false,
  hasCaptions: false,
  summary: '',
});

/** A course with a topic of each type, in two chapters. */
export const outline: Outline = {
  _id: 'c1',
  title: 'Candlesticks from the first principle',
  weburlname: 'candlesticks',
  webimage: [{ url: '/covers/course/c1.svg', width: 640, height: 360 }],
  chapters: [
    {
      _id: 'ch1',
      title: 'One candle',
      topics: [line('t1', 'Four prices', 'video', 100), line('t2', 'What it forgets', 'article', 120)],
    },
    {
      _id: 'ch2',
      title: 'On paper',
      topics: [line('t3', 'A plan to print', 'pdf', 300), line('t4', 'What stayed', 'quiz', 0)],
    },
  ],
};

/** The same for a person without access to the course. */
export const lockedOutline: Outline = {
  ...outline,
  chapters: outline.chapters.map((chapter) => ({
    ...chapter,
    topics: chapter.topics.map((topic) => ({
      ...topic,
      access: topic.isFreePreview ? ('preview' as const) : ('locked' as const),
    })),
  })),
};

export const media = (overrides: Partial<Media> = {}): Media => ({
  url: '/media/learn/first/film.mp4',
  mime: 'video/mp4',
  poster: '/media/learn/first/film.webp',
  captions: [{ url: '/media/learn/first/film.en.vtt', language: 'en', label: 'English' }],
  expiresAt: new Date(Date.now() + 10 * 60_000).toISOString(),
  ...overrides,
});

export function topic(id: string, overrides: Partial<Topic> = {}): Topic {
  const index = outline.chapters.findIndex(({ topics }) => topics.some(({ _id }) => _id === id));
  const chapter = outline.chapters[index] as Outline['chapters'][number];
  const serverProgress = chapter.topics.find(({ _id }) => _id === id) as (typeof chapter.topics)[number];
  return {
    ...serverProgress,
    chapterTitle: chapter.title,
    text: null,
    media: null,
    attachments: [],
    quiz: null,
    attempts: [],
    marketDataDate: null,
    resumeAt: 0,
    previousTopicId: null,
    nextTopicId: null,
    ...overrides,
  };
}

export const progress = (rows: Record<string, Partial<Progress['topics'][number]>> = {}): Progress => {
  const ids = outline.chapters.flatMap(({ topics }) => topics.map(({ _id }) => _id));
  const topics = ids.map((topicId) => ({
    topicId,
    watchedDuration: 0,
    isCompleted: false,
    updatedAt: null,
    ...rows[topicId],
  }));
  const done = topics.filter(({ isCompleted }) => isCompleted).length;
  return {
    courseId: 'c1',
    percent: Math.round((done / topics.length) * 100),
    isCompleted: done === topics.length,
    lastTopicId: Object.keys(rows).at(-1) ?? null,
    topics,
  };
};

interface Update {
  topicId: string;
  watchedDuration: number;
  isCompleted: boolean;
  topicrestart?: boolean;
  watchedRanges?: number[][];
}

interface NoteRequest extends Note {
  userId: string;
}

/** The endpoints of notes, of which the last one that arrives wins here. */
function noteHandlers(state: { notes: Note[] }) {
  const others = (id: unknown) => state.notes.filter(({ _id }) => _id !== id);
  return [
    http.get('/api/course/notes/:topicId', () =>
      HttpResponse.json({ data: state.notes, totalCount: state.notes.length }),
    ),
    http.post('/api/course/notes/:topicId', async ({ request }) => {
      const { userId: _, ...data } = (await request.json()) as NoteRequest;
      state.notes = [...others(data._id), data];
      return HttpResponse.json({ message: 'Note saved.', data });
    }),
    http.delete('/api/course/notes/:topicId/:noteId', ({ params }) => {
      state.notes = others(params.noteId);
      return HttpResponse.json({ message: 'Note deleted.', data: null });
    }),
  ];
}

/** A mock server that stores progress and notes like the real one, and returns the given topics. */
export function playerServer() {
  const state = { progress: progress(), topics: {} as Record<string, Topic>, notes: [] as Note[] };
  const requests: [call: string, body: unknown][] = [];

  const applyUpdate = ({ topicId, watchedDuration, isCompleted, topicrestart }: Update) => {
    const rows = Object.fromEntries(state.progress.topics.map((row) => [row.topicId, row]));
    const row = rows[topicId];
    rows[topicId] = {
      topicId,
      watchedDuration: topicrestart ? watchedDuration : Math.max(row?.watchedDuration ?? 0, watchedDuration),
      isCompleted: topicrestart ? isCompleted : (row?.isCompleted ?? false) || isCompleted,
      updatedAt: '2026-11-21T06:00:00Z',
    };
    state.progress = { ...progress(rows), lastTopicId: topicId };
  };
  const respondWithProgress = () =>
    HttpResponse.json({ progress: state.progress, message: 'Progress saved.' });

  const server = setupServer(
    ...noteHandlers(state),
    http.get('/api/course/users/c1', () =>
      HttpResponse.json({ data: { ...outline, access: { granted: true, via: 'course', endsAt: null } } }),
    ),
    http.get('/api/course/progress/c1', () => HttpResponse.json({ progress: state.progress })),
    http.get('/api/course/users/c1/topic/:id', ({ params }) => {
      const found = state.topics[String(params.id)];
      return found ? HttpResponse.json({ data: found }) : HttpResponse.json({}, { status: 404 });
    }),
    http.post('/api/course/progress/start', respondWithProgress),
    http.post('/api/course/progress/update', async ({ request }) => {
      applyUpdate((await request.json()) as Update);
      return respondWithProgress();
    }),
    http.post('/api/course/progress/restart', () => {
      state.progress = progress();
      return respondWithProgress();
    }),
  );
  server.events.on('request:start', async ({ request }) => {
    const body = request.method === 'POST' ? await request.clone().json() : null;
    requests.push([`${request.method} ${new URL(request.url).pathname}`, body]);
  });
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    requests.length = 0;
    state.progress = progress();
    state.topics = {};
    state.notes = [];
    localStorage.clear();
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return {
    server,
    state,
    requests,
    updates: () =>
      requests.filter(([call]) => call.endsWith('/progress/update')).map(([, body]) => body as Update),
  };
}
