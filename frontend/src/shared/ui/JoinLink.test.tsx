import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { JoinLink } from './JoinLink';

const HREF = '/rooms?key=a.b';
const ROOM = 'https://meet.example/room';
const requests: string[] = [];
const server = setupServer();
const tab = { location: { assign: jest.fn() }, close: jest.fn(), opener: window as Window | null };

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  requests.length = 0;
  tab.location.assign.mockReset();
  tab.close.mockReset();
  tab.opener = window;
  jest.spyOn(window, 'open').mockReturnValue(tab as never);
});
afterEach(() => {
  server.resetHandlers();
  jest.restoreAllMocks();
});
afterAll(() => server.close());

function respond(answer: () => Response | Promise<Response>) {
  server.use(
    http.post('/api/learning/rooms/:meeting/join', ({ params }) => {
      requests.push(String(params.meeting));
      return answer();
    }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <h2 id="what">Gap and range</h2>
      <JoinLink meetingId="m1" href={HREF} describedBy="what">
        Join now
      </JoinLink>
    </QueryClientProvider>,
  );
}

const link = () => screen.getByRole('link', { name: 'Join now' });

test('it opens a tab within the click and sends it to the room that the server names', async () => {
  respond(() => HttpResponse.json({ data: { url: ROOM } }));
  expect(link()).toHaveAttribute('href', HREF);
  expect(link()).toHaveAccessibleDescription('Gap and range');
  await userEvent.click(link());
  expect(window.open).toHaveBeenCalledWith('', '_blank');
  await waitFor(() => expect(tab.location.assign).toHaveBeenCalledWith(ROOM));
  expect(requests).toEqual(['m1']);
  expect(tab.close).not.toHaveBeenCalled();
  expect(tab.opener).toBeNull();
});

test('a second click while it opens asks for nothing', async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  respond(async () => {
    await released;
    return HttpResponse.json({ data: { url: ROOM } });
  });
  await userEvent.dblClick(link());
  expect(link()).toHaveAttribute('aria-busy', 'true');
  release();
  await waitFor(() => expect(tab.location.assign).toHaveBeenCalledTimes(1));
  expect(requests).toEqual(['m1']);
  expect(window.open).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(link()).not.toHaveAttribute('aria-busy'));
});

test('a room that is not open says why, and its empty tab is closed', async () => {
  respond(() =>
    HttpResponse.json({ message: 'The room opens at 2:45 PM.', code: 'not_open' }, { status: 409 }),
  );
  await userEvent.click(link());
  expect(await screen.findByRole('alert')).toHaveTextContent('The room opens at 2:45 PM.');
  expect(tab.close).toHaveBeenCalledTimes(1);
  expect(tab.location.assign).not.toHaveBeenCalled();
});
