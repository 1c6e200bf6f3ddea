import { onlineManager } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { get, onUnreachable } from '../api/client';
import { checkConnection } from './connection';

const server = setupServer();
const changes: boolean[] = [];
beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  onlineManager.subscribe((isOnline) => changes.push(isOnline));
});
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  changes.length = 0;
});
afterEach(() => {
  jest.useRealTimers();
  onlineManager.setOnline(true);
  server.resetHandlers();
});
afterAll(() => server.close());

const respond = (isReachable: boolean) =>
  server.use(http.get('/healthz', () => (isReachable ? HttpResponse.text('ok') : HttpResponse.error())));

test('a lost connection pauses queries until the site can be reached again', async () => {
  respond(false);
  await expect(checkConnection()).resolves.toBe(false);
  expect(onlineManager.isOnline()).toBe(false);
  await jest.advanceTimersByTimeAsync(5000);
  await checkConnection();
  expect(onlineManager.isOnline()).toBe(false);
  respond(true);
  await jest.advanceTimersByTimeAsync(5000);
  await checkConnection();
  expect(changes).toEqual([false, true]);
});

test('one request that is blocked is not a lost connection', async () => {
  respond(true);
  await expect(checkConnection()).resolves.toBe(true);
  expect(changes).toEqual([]);
});

test('several checks at a time are one request', async () => {
  const requests: string[] = [];
  server.use(
    http.get('/healthz', ({ request }) => {
      requests.push(request.url);
      return HttpResponse.text('ok');
    }),
  );
  await Promise.all([checkConnection(), checkConnection()]);
  expect(requests).toHaveLength(1);
});

test('only a request without a response is reported', async () => {
  const report = jest.fn();
  onUnreachable(report);
  server.use(http.get('/api/faq', () => HttpResponse.json({}, { status: 500 })));
  await expect(get('/api/faq')).rejects.toMatchObject({ status: 500 });
  expect(report).not.toHaveBeenCalled();
  server.use(http.get('/api/faq', () => HttpResponse.error()));
  await expect(get('/api/faq')).rejects.toMatchObject({ status: 0 });
  expect(report).toHaveBeenCalledTimes(1);
});
