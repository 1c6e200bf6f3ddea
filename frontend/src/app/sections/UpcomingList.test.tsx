import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import type { EventFacts } from '../../features/live/lib/eventFilters';
import { renderPage } from '../../test/renderPage';
import { UpcomingList } from './UpcomingList';

/** Saturday, 3:00 PM in India. */
const NOW = Date.parse('2026-11-21T09:30:00Z');

const talk = (title: string, host: string, isFree: boolean, day: string) => ({
  title,
  host,
  isFree,
  times: [[`${day}T13:00:00Z`, `${day}T14:00:00Z`]] as EventFacts['times'],
});

const TALKS = [
  talk('Charts', 'Meera Iyer', true, '2026-11-21'),
  talk('Margins', 'Arjun Deshmukh', false, '2026-11-25'),
  talk('Funds', 'Meera Iyer', false, '2026-12-15'),
];

const Query = () => <p data-testid="query">{useLocation().search}</p>;

function open(talks: typeof TALKS) {
  const query = { data: { data: talks } } as never;
  renderPage(
    <>
      <UpcomingList<(typeof TALKS)[number]>
        query={query}
        none="Soon."
        names={['talk', 'talks']}
        facts={(item) => item}
        now={NOW}
      >
        {({ title }) => <article key={title}>{title}</article>}
      </UpcomingList>
      <Query />
    </>,
  );
}

const listed = () => screen.queryAllByRole('article').map(({ textContent }) => textContent);
const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option);

test('filters by price, mentor and date together, and keeps them in the URL', async () => {
  open(TALKS);
  expect(listed()).toEqual(['Charts', 'Margins', 'Funds']);
  expect(screen.getByRole('status')).toHaveTextContent('3 talks');

  await choose('Mentor', 'Meera Iyer');
  await waitFor(() => expect(listed()).toEqual(['Charts', 'Funds']));
  await choose('Date', 'Next 7 days');
  await waitFor(() => expect(listed()).toEqual(['Charts']));
  expect(screen.getByRole('status')).toHaveTextContent(/^1 talk$/);
  await choose('Price', 'Paid');

  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('No talks match these filters'));
  expect(screen.getByTestId('query')).toHaveTextContent('?price=paid&host=Meera+Iyer&date=week');
  await userEvent.click(screen.getByRole('link', { name: 'Clear filters' }));
  await waitFor(() => expect(listed()).toEqual(['Charts', 'Margins', 'Funds']));
  expect(screen.getByRole('combobox', { name: 'Mentor' })).toHaveValue('');
});

test('one event has nothing to filter, and none says what is coming', () => {
  open(TALKS.slice(0, 1));
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  open([]);
  expect(screen.getByText('Soon.')).toBeInTheDocument();
});
