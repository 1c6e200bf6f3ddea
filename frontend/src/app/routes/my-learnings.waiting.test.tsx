import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { bookingServer, GIVE_UP, inHours, WAITLIST, waitlistEntry, webinar } from '../../test/bookings';
import MyLearnings from './my-learnings';

const row = { name: 'my-learnings', path: '/my-learnings', title: 'My Learnings', module: 'my-learnings' };
const { state, requests, mutationRequests, respondWithError } = bookingServer();

// Compiles it once, so that the first test does not time out.
beforeAll(() => import('../../features/my-learnings/components/ChangeDialog'), 60_000);

async function open() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/my-learnings']}>
        <MyLearnings row={row} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: /Courses/ });
}

const article = async (name: string) => within(await screen.findByRole('article', { name }));

test('nobody waits: there is no waiting list', async () => {
  await open();
  expect(screen.queryByRole('region', { name: 'Waiting list' })).not.toBeInTheDocument();
});

test('a place in line can be left', async () => {
  state.waiting = [waitlistEntry('Full house')];
  await open();
  const waiting = await article('Full house');
  expect(waiting.getByText('You are 3rd in line')).toBeInTheDocument();
  expect(waiting.queryByRole('link', { name: 'Book your seat' })).not.toBeInTheDocument();
  await userEvent.click(waiting.getByRole('button', { name: 'Leave the waiting list' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Full house' })).not.toBeInTheDocument());
  expect(requests).toContainEqual([`DELETE ${WAITLIST}`, { kind: 'webinar', id: 'w-Full-house' }]);
});

test('a seat that is held says until when, and leads to its page', async () => {
  state.waiting = [
    waitlistEntry('Full house', {
      place: null,
      offeredUntil: '2026-11-21T11:00:00Z',
      nextChangeAt: inHours(1),
    }),
  ];
  await open();
  const offer = await article('Full house');
  expect(offer.getByText('A seat is held for you until 4:30 PM')).toBeInTheDocument();
  expect(offer.getByRole('link', { name: 'Book your seat' })).toHaveAttribute('href', '/live-webinars/full');
  expect(offer.getByRole('button', { name: 'Give to the next person' })).toBeInTheDocument();
});

test('leaving that is refused says why', async () => {
  state.waiting = [waitlistEntry('Full house')];
  await open();
  respondWithError(WAITLIST, 409, { message: 'This has already started.' });
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the waiting list' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This has already started.');
});

test('a free seat is given up in two presses', async () => {
  state.webinars = [webinar('Open house', inHours(48))];
  await open();
  await userEvent.click((await article('Open house')).getByRole('button', { name: 'Give up seat' }));
  const box = within(await screen.findByRole('dialog', { name: 'Give up seat' }));
  expect(box.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Your booking ends, and your seat goes to somebody else.',
    'You paid nothing, so there is nothing to refund.',
    'If you change your mind, you can book again while seats are free.',
  ]);
  await userEvent.click(box.getByRole('button', { name: 'Give up seat' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(mutationRequests()).toEqual([[`POST ${GIVE_UP}`, { bookingId: 'b-Open-house' }]]);
  expect(await screen.findByText('Your seat is given up.')).toHaveAttribute('role', 'status');
});

test('a paid seat cannot be given up', async () => {
  state.webinars = [webinar('Paid house', inHours(48), { canGiveUp: false })];
  await open();
  await article('Paid house');
  expect(screen.queryByRole('button', { name: 'Give up seat' })).not.toBeInTheDocument();
});
