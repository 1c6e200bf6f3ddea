import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import type { EventFacts } from '../../features/live/lib/eventFilters';
import { renderPage } from '../../test/renderPage';
import { UpcomingList } from './UpcomingList';

/** Saturday, 3:00 PM in India. */
const NOW = Date.parse('2026-11-21T09:30:00Z');

const talk = (
  title: string,
  host: string,
  isFree: boolean,
  day: string,
  language: string,
  category: string | null,
) => ({
  title,
  host,
  isFree,
  language,
  category,
  times: [[`${day}T13:00:00Z`, `${day}T14:00:00Z`]] as EventFacts['times'],
});

const TALKS = [
  talk('Charts', 'Meera Iyer', true, '2026-11-21', 'English', 'Technical Analysis'),
  talk('Margins', 'Arjun Deshmukh', false, '2026-11-25', 'Hindi', 'Options and Futures'),
  talk('Funds', 'Meera Iyer', false, '2026-12-15', 'Hindi', null),
];

const Query = () => <p data-testid="query">{useLocation().search}</p>;

function open(talks: typeof TALKS, url?: string) {
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
    null,
    url,
  );
}

const listed = () => screen.queryAllByRole('article').map(({ textContent }) => textContent);
const optionsOf = (label: string) =>
  within(screen.getByRole('combobox', { name: label }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
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

test('filters by the languages and subjects that are listed', async () => {
  open(TALKS);
  expect(optionsOf('Language')).toEqual(['Any language', 'English', 'Hindi']);
  expect(optionsOf('Subject')).toEqual(['Any subject', 'Options and Futures', 'Technical Analysis']);
  expect(screen.getAllByRole<HTMLSelectElement>('combobox').map(({ name }) => name)).toEqual([
    'price',
    'date',
    'language',
    'category',
    'host',
  ]);

  await choose('Language', 'Hindi');
  await waitFor(() => expect(listed()).toEqual(['Margins', 'Funds']));
  await choose('Subject', 'Options and Futures');
  await waitFor(() => expect(listed()).toEqual(['Margins']));
  expect(screen.getByTestId('query')).toHaveTextContent('?language=Hindi&category=Options+and+Futures');
  await choose('Language', 'English');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('No talks match these filters'));
  expect(screen.getByText('Try another price, date, language, subject or mentor.')).toBeInTheDocument();
  await choose('Subject', 'Any subject');
  await waitFor(() => expect(listed()).toEqual(['Charts']));
  expect(screen.getByTestId('query')).toHaveTextContent(/^\?language=English$/);
});

test('a language that nothing listed has can still be in the URL', async () => {
  open(TALKS, '/live-webinars?language=Tamil');
  expect(listed()).toEqual([]);
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('Tamil');
  expect(optionsOf('Language')).toEqual(['Any language', 'English', 'Hindi', 'Tamil']);
  await choose('Language', 'Any language');
  await waitFor(() => expect(listed()).toEqual(['Charts', 'Margins', 'Funds']));
});

test('one event has nothing to filter, and none says what is coming', () => {
  open(TALKS.slice(0, 1));
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  open([]);
  expect(screen.getByText('Soon.')).toBeInTheDocument();
});
