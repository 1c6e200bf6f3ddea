import { isChunkError, reloadOnce } from './chunks';
import { checkConnection } from './connection';

jest.mock('./connection', () => ({ checkConnection: jest.fn() }));
const reload = jest.fn();

const failure = (file: string) =>
  Object.assign(new Error(`Loading chunk 12 failed.\n(missing: ${file})`), { name: 'ChunkLoadError' });

beforeEach(() => {
  sessionStorage.clear();
  jest.mocked(checkConnection).mockResolvedValue(true);
});

const settled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.catch(() => 'raised'),
    new Promise((resolve) => setTimeout(resolve, 50, 'reloading')),
  ]);

test('a file that is gone reloads the page once, and a later one again', async () => {
  expect(await settled(reloadOnce(failure('/12.aaaaaa.js'), reload))).toBe('reloading');
  expect(await settled(reloadOnce(failure('/12.aaaaaa.js'), reload))).toBe('raised');
  expect(reload).toHaveBeenCalledTimes(1);
  expect(await settled(reloadOnce(failure('/12.bbbbbb.js'), reload))).toBe('reloading');
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without a connection nothing is reloaded, and the attempt is not counted', async () => {
  jest.mocked(checkConnection).mockResolvedValue(false);
  expect(await settled(reloadOnce(failure('/12.aaaaaa.js'), reload))).toBe('raised');
  expect(reload).not.toHaveBeenCalled();
  expect(sessionStorage).toHaveLength(0);
});

test('other errors are raised', async () => {
  expect(isChunkError(new Error('Loading failed'))).toBe(false);
  expect(await settled(reloadOnce(new TypeError('x is undefined'), reload))).toBe('raised');
  expect(reload).not.toHaveBeenCalled();
});

test('without storage nothing is reloaded: it might be for ever', async () => {
  const denied = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('denied');
  });
  expect(await settled(reloadOnce(failure('/12.aaaaaa.js'), reload))).toBe('raised');
  expect(reload).not.toHaveBeenCalled();
  denied.mockRestore();
});
