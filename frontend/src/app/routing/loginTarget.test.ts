import { recordPage, storeLoginTarget } from './loginTarget';
import { pageBefore, takeLoginTarget } from './takenLoginTarget';

beforeEach(() => sessionStorage.clear());

test('a target is given once', () => {
  storeLoginTarget('/dashboard?from=mail');
  expect(takeLoginTarget()).toBe('/dashboard?from=mail');
  expect(takeLoginTarget()).toBeNull();
});

test.each([
  '//elsewhere.example/x',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'https://elsewhere.example/',
  'javascript:alert(1)',
  'http://',
  '',
  '/login',
  '/signup?x=1',
  '/login/',
])('%j is no target', (target) => {
  storeLoginTarget(target);
  expect(takeLoginTarget()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('a browser that stores nothing has no target', () => {
  const denied = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(takeLoginTarget()).toBeNull();
  denied.mockRestore();
});

describe('the page before', () => {
  const cameFrom = (referrer: string) =>
    Object.defineProperty(document, 'referrer', { configurable: true, value: referrer });

  test('is the one of ours from which a link led here while no script ran', () => {
    cameFrom(`${location.origin}/courses?category=Options`);
    expect(pageBefore()).toBe('/courses?category=Options');
    cameFrom('https://elsewhere.example/courses');
    expect(pageBefore()).toBeNull();
    cameFrom(`${location.origin}//elsewhere.example/courses`);
    expect(pageBefore()).toBe('/elsewhere.example/courses');
    cameFrom('');
    expect(pageBefore()).toBeNull();
  });

  test('is the last one seen that is no login page', () => {
    recordPage('/courses/candles');
    recordPage('/login');
    recordPage('/signup');
    expect(pageBefore()).toBe('/courses/candles');
  });
});
