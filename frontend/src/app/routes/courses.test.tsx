import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { courseListPage } from '../../test/courseListPage';
import Courses from './courses';

const {
  server,
  requests,
  kept,
  open,
  address,
  status,
  expectStatus,
  lastRequest,
  box,
  filters,
  goBack,
  reachEnd,
} = courseListPage(Courses);

describe('the list', () => {
  test('shows the cards and says how many there are', async () => {
    open();
    await expectStatus('3 courses');
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(lastRequest()).toEqual({ skip: 0, limit: 24 });
  });

  test('asks for what the address names, and shows it as chosen', async () => {
    open(
      '/courses?category=Options+%26+Futures&level=Advanced&language=Hindi&price=pro&search=greek&sort=newest',
    );
    await expectStatus('3 courses');
    expect(lastRequest()).toEqual({
      category: ['Options & Futures'],
      level: ['Advanced'],
      language: ['Hindi'],
      price: 'pro',
      search: 'greek',
      sort: 'newest',
      skip: 0,
      limit: 24,
    });
    expect(await filters().findByRole('checkbox', { name: 'Advanced (4)' })).toBeChecked();
    expect(filters().getByRole('checkbox', { name: 'Beginner (12)' })).not.toBeChecked();
    expect(filters().getByRole('radio', { name: 'Free with Pro (8)' })).toBeChecked();
    expect(box()).toHaveValue('greek');
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('newest');
    expect(screen.getByRole('link', { name: 'Options & Futures' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('link', { name: 'All courses' })).not.toHaveAttribute('aria-current');
  });

  test.each(['?price=gold', `?level=${'x'.repeat(121)}`])(
    'finds nothing, and asks nothing, for %s',
    async (query) => {
      open(`/courses${query}`);
      await expectStatus('No courses found');
      expect(requests).toEqual([]);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  test('that is empty offers a way out, with the focus at the answer', async () => {
    server.use(
      http.post('/api/course/mobile', () => HttpResponse.json({ courses: [], totalCount: 0 }), {
        once: true,
      }),
    );
    open('/courses?search=zzz');
    await expectStatus('No courses found');
    await userEvent.click(screen.getByRole('link', { name: 'Clear filters' }));
    await expectStatus('3 courses');
    expect(address()).toBe('/courses');
    expect(box()).toHaveValue('');
    expect(status()?.parentElement).toHaveFocus();
  });

  test('that is empty offers another spelling and courses that come close', async () => {
    server.use(
      http.post('/api/course/mobile', () => HttpResponse.json({ courses: [], totalCount: 0 }), {
        once: true,
      }),
    );
    open('/courses?level=Beginner&search=xyzzy+greek');
    await expectStatus('No courses found');
    const close = within(await screen.findByRole('region', { name: 'Courses you may like' }));
    expect(close.getAllByRole('article')).toHaveLength(3);
    await userEvent.click(screen.getByRole('link', { name: 'greek' }));
    await expectStatus('3 courses');
    expect(address()).toBe('/courses?level=Beginner&search=greek');
    expect(box()).toHaveValue('greek');
    expect(screen.queryByRole('region', { name: 'Courses you may like' })).not.toBeInTheDocument();
  });

  test('offers the filter that the search names', async () => {
    open('/courses?search=hindi');
    await expectStatus('3 courses');
    await userEvent.click(await screen.findByRole('link', { name: 'Hindi courses (3)' }));
    await expectStatus('3 courses');
    expect(address()).toBe('/courses?language=Hindi');
    expect(screen.queryByRole('link', { name: 'Hindi courses (3)' })).not.toBeInTheDocument();
  });

  test('that fails can be asked for again', async () => {
    server.use(
      http.post('/api/course/mobile', () => HttpResponse.json({ message: 'Back soon.' }, { status: 503 }), {
        once: true,
      }),
    );
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Back soon.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expectStatus('3 courses');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('stays when the filters fail, which can be asked for again', async () => {
    server.use(
      http.get('/api/course/filter/V1/course', () => HttpResponse.json(null, { status: 500 }), {
        once: true,
      }),
    );
    open();
    await expectStatus('3 courses');
    expect(await filters().findByRole('alert')).toHaveTextContent('The filters could not be loaded.');
    await userEvent.click(filters().getByRole('button', { name: 'Try again' }));
    expect(await filters().findByRole('checkbox', { name: 'Beginner (12)' })).toBeInTheDocument();
  });
});

describe('the search', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());
  const fakeTimerUser = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

  test('asks once, a pause after the last letter', async () => {
    open();
    await expectStatus('3 courses');
    const user = fakeTimerUser();
    await user.type(box(), 'candle');
    expect(requests).toHaveLength(1);
    expect(address()).toBe('/courses');
    await waitFor(() => expect(lastRequest()).toEqual({ search: 'candle', skip: 0, limit: 24 }));
    expect(requests).toHaveLength(2);
    expect(address()).toBe('/courses?search=candle');
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Best match');
  });

  test('does not pause for Enter', async () => {
    open();
    await expectStatus('3 courses');
    const user = fakeTimerUser();
    await user.type(box(), 'candle{Enter}');
    expect(address()).toBe('/courses?search=candle');
  });

  test('is emptied by its button, which gives the focus to the box', async () => {
    open('/courses?search=candle');
    await expectStatus('3 courses');
    await fakeTimerUser().click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(address()).toBe('/courses'));
    expect(box()).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Clear search' })).not.toBeInTheDocument();
  });

  test('is one step back, however long one typed', async () => {
    open();
    await expectStatus('3 courses');
    const user = fakeTimerUser();
    await user.type(box(), 'can');
    await waitFor(() => expect(address()).toBe('/courses?search=can'));
    await user.type(box(), 'dle');
    await waitFor(() => expect(address()).toBe('/courses?search=candle'));
    goBack();
    await waitFor(() => expect(address()).toBe('/courses'));
    expect(box()).toHaveValue('');
  });

  test('shows what is searched after going back and forth', async () => {
    open();
    await expectStatus('3 courses');
    await fakeTimerUser().type(box(), 'can');
    await waitFor(() => expect(address()).toBe('/courses?search=can'));
    await fakeTimerUser().click(await screen.findByRole('link', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/courses'));
    expect(box()).toHaveValue('');
    goBack();
    await waitFor(() => expect(box()).toHaveValue('can'));
    act(() => jest.advanceTimersByTime(1000));
    expect(address()).toBe('/courses?search=can');
  });

  test('keeps what is typed while an earlier answer arrives', async () => {
    open();
    await expectStatus('3 courses');
    const user = fakeTimerUser();
    await user.type(box(), 'can');
    await waitFor(() => expect(address()).toBe('/courses?search=can'));
    await user.type(box(), 'd');
    await expectStatus('3 courses');
    expect(box()).toHaveValue('cand');
  });
});

describe('a long list', () => {
  beforeEach(() => {
    kept.total = 60;
  });
  const cards = (number: number) =>
    waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(number));
  const downTo = (number: number) =>
    waitFor(() => {
      if (screen.getAllByRole('article').length < number) reachEnd();
      expect(screen.getAllByRole('article')).toHaveLength(number);
    });

  test('goes on as its end comes near, page by page, to its end', async () => {
    open();
    await expectStatus('60 courses, showing the first 24');
    await downTo(48);
    await downTo(60);
    expect(requests.map(({ skip }) => skip)).toEqual([0, 24, 48]);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    await expectStatus('60 courses');
  });

  test('goes on with the first new card for who presses the button', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    await cards(48);
    await waitFor(() => expect(screen.getByRole('link', { name: 'Course 25' })).toHaveFocus());
  });

  test('tells of a page that fails and asks for it again, not for the next', async () => {
    open();
    await cards(24);
    server.use(
      http.post('/api/course/mobile', () => HttpResponse.json({ message: 'Not now.' }, { status: 503 }), {
        once: true,
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await cards(48);
    expect(requests.map(({ skip }) => skip)).toEqual([0, 24]);
  });

  test('starts again with another query', async () => {
    open();
    await cards(24);
    await downTo(48);
    await userEvent.click(filters().getByRole('checkbox', { name: 'Hindi (3)' }));
    await waitFor(() => expect(lastRequest()).toEqual({ language: ['Hindi'], skip: 0, limit: 24 }));
    await cards(24);
  });

  test('has as many rows as before when one comes back', async () => {
    const { unmount } = open();
    await cards(24);
    await downTo(48);
    unmount();
    expect(window.history.state).toMatchObject({ usr: { pages: 2 } });
  });
});
