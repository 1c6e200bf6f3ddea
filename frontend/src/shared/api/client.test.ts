import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { ApiError, get, onSessionEnded, post, remove } from './client';
import { messageOf } from './messages';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const refused = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

test('fills the path and leaves out what the query does not name', async () => {
  const requests: string[] = [];
  server.use(
    http.get('*/api/course/users/:key', ({ request }) => {
      requests.push(new URL(request.url).pathname);
      return HttpResponse.json({ data: {} });
    }),
    http.get('*/api/mentorship', ({ request }) => {
      requests.push(new URL(request.url).search);
      return HttpResponse.json({ data: [], totalCount: 0 });
    }),
  );
  await get('/api/course/users/{key}', { path: { key: 'a/b c' } });
  await get('/api/mentorship', { query: { skip: 0, limit: undefined } });
  expect(requests).toEqual(['/api/course/users/a%2Fb%20c', '?skip=0']);
});

test('sends the token of the cookie with what changes something, and only then', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the client reads the same cookie string.
  document.cookie = 'csrftoken=abc123';
  const tokens: (string | null)[] = [];
  const answer = ({ request }: { request: Request }) => {
    tokens.push(request.headers.get('X-CSRFToken'));
    return HttpResponse.json({ courses: [], totalCount: 0, message: '' });
  };
  server.use(
    http.post('*/api/course/mobile', answer),
    http.get('*/api/category', answer),
    http.delete('*/api/user/logout', answer),
  );
  await post('/api/course/mobile', { skip: 0, limit: 5 });
  await get('/api/category');
  await remove('/api/user/logout');
  expect(tokens).toEqual(['abc123', null, 'abc123']);
});

test('a refusal carries the server’s words, its code, its fields and how long to wait', async () => {
  const body = { message: 'Too many tries.', code: 'throttled', errors: { mobile: ['No.'] } };
  server.use(
    http.post('*/api/course/mobile', () =>
      HttpResponse.json(body, { status: 429, headers: { 'Retry-After': '15' } }),
    ),
  );
  jest.spyOn(Date, 'now').mockReturnValue(1_000);
  const error = await refused(post('/api/course/mobile', {}));
  expect([error.status, error.code, error.message, error.errors, error.retryAt]).toEqual([
    429,
    'throttled',
    'Too many tries.',
    { mobile: ['No.'] },
    16_000,
  ]);
  jest.restoreAllMocks();
  expect(messageOf(error, 'lists')).toBe('Too many tries.');
});

test('a fault without words gets the fallback of its call', async () => {
  server.use(http.get('*/api/mentorship', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })));
  const error = await refused(get('/api/mentorship'));
  expect(error.status).toBe(502);
  expect(messageOf(error, 'lists')).toBe('Failed to fetch webinars');
  server.use(http.get('*/api/mentorship', () => HttpResponse.error()));
  const unreachable = await refused(get('/api/mentorship'));
  expect([unreachable.status, unreachable.code]).toEqual([0, 'unreachable']);
});

test('a session that ended is told to one place, but not by the check for it', async () => {
  const ended = jest.fn();
  onSessionEnded(ended);
  const none = () => HttpResponse.json({ message: 'Failed to authenticate', code: 'x' }, { status: 401 });
  server.use(http.get('*/api/user', none), http.get('*/api/mentorship', none));
  await refused(get('/api/user'));
  expect(ended).not.toHaveBeenCalled();
  await refused(get('/api/mentorship'));
  expect(ended).toHaveBeenCalledTimes(1);
});

test('a request that was called off stays an abort', async () => {
  server.use(http.get('*/api/category', () => HttpResponse.json({})));
  const calledOff = new AbortController();
  calledOff.abort();
  await expect(get('/api/category', { signal: calledOff.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});
