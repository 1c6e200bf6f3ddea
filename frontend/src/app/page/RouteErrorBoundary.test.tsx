import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { ApiError } from '../../shared/api/client';
import { writePageData } from '../../test/layoutPage';
import { RouteErrorBoundary } from './RouteErrorBoundary';

let failure: Error | null;
let report: jest.SpyInstance;

function Body() {
  if (failure) throw failure;
  return <h1>Webinar 1</h1>;
}

function open(error: Error, name = 'live-webinar') {
  failure = error;
  document.body.innerHTML = '';
  writePageData();
  const row = { name, path: '/x', title: 'The title', module: name };
  render(
    <MemoryRouter>
      <RouteErrorBoundary row={row} isLoginRequired={false} onRetry={() => undefined}>
        <Body />
      </RouteErrorBoundary>
    </MemoryRouter>,
  );
}

beforeEach(() => {
  report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  report.mockRestore();
  act(() => onlineManager.setOnline(true));
});

const chunkError = () => Object.assign(new Error('Loading chunk 1 failed.'), { name: 'ChunkLoadError' });
const heading = () => screen.getByRole('heading', { level: 1 });

test.each([
  ['live-webinar', new ApiError(500, 'unexpected', 'Something broke.'), 'Failed to fetch webinars'],
  ['select-sessions', new ApiError(500, 'unexpected', ''), 'Failed to fetch webinars'],
  ['course', new ApiError(500, 'unexpected', ''), 'Something went wrong'],
  ['course', new ApiError(503, 'unavailable', 'Back in a minute.'), 'Back in a minute.'],
  ['course', new ApiError(0, 'unreachable', ''), 'No connection'],
  ['course', chunkError(), 'This could not be loaded. Please try again in a moment.'],
])('%s: %s is said under the title of the page, and can be tried again', async (name, error, text) => {
  open(error, name);
  expect(heading()).toHaveTextContent('The title');
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  failure = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(heading()).toHaveTextContent('Webinar 1');
});

test('an error while rendering has the screen of its own', () => {
  open(new TypeError('x is undefined'));
  expect(heading()).toHaveTextContent('Unexpected Application Error!');
  expect(screen.getByRole('alert')).toHaveTextContent('Status 500x is undefined');
});

test.each([
  ['a script', chunkError()],
  ['the data', new ApiError(0, 'unreachable', '')],
])('without a connection %s is waited for', async (_name, error) => {
  act(() => onlineManager.setOnline(false));
  open(error);
  expect(screen.getByText('No connection')).toBeInTheDocument();
  failure = null;
  act(() => onlineManager.setOnline(true));
  expect(heading()).toHaveTextContent('Webinar 1');
});
