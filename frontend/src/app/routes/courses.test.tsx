import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import { accountKeys } from '../../features/account/queries';
import type { SearchHelp } from '../../features/catalog/queries';
import { card, options } from '../../test/courses';
import Courses from './courses';

type RecordedRequest = Record<string, unknown> & { skip: number; limit: number };

const requests: RecordedRequest[] = [];
const help: Record<string, Partial<SearchHelp>> = {
  hindi: {
    filter: {
      title: 'Hindi courses',
      path: '/courses?language=Hindi',
      price: null,
      levels: [],
      languages: ['Hindi'],
      search: '',
      count: 3,
    },
  },
  'xyzzy greek': { didYouMean: 'greek', courses: [card(7), card(8), card(9, { language: 'Hindi' })] },
};
let total = 3;
const server = setupServer(
  http.get('/api/course/filter/V1/course', () => HttpResponse.json({ data: options })),
  http.get('/api/course/search/help', ({ request }) => {
    const text = new URL(request.url).searchParams.get('search') ?? '';
    return HttpResponse.json({ data: { filter: null, didYouMean: null, courses: [], ...help[text] } });
  }),
  http.post('/api/course/mobile', async ({ request }) => {
    const body = (await request.json()) as RecordedRequest;
    requests.push(body);
    return HttpResponse.json(page(body));
  }),
);

const page = ({ skip, limit }: RecordedRequest) => ({
  courses: Array.from({ length: Math.max(0, Math.min(limit, total - skip)) }, (_, index) =>
    card(skip + index + 1),
  ),
  totalCount: total,
});

/** A fake IntersectionObserver: observed elements come into view when a test says so. */
let reachEnd: () => void = () => undefined;
class Watch {
  constructor(seen: (entries: object[]) => void) {
    reachEnd = () => act(() => seen([{ isIntersecting: true }]));
  }
  observe() {}
  disconnect() {
    reachEnd = () => undefined;
  }
}

/** jsdom's own does not support forms. */
class Form extends Array<[string, string]> {
  constructor(form: HTMLFormElement) {
    super();
    for (const field of form.elements as unknown as HTMLInputElement[]) {
      if (field.name && (field.type !== 'checkbox' || field.checked)) this.push([field.name, field.value]);
    }
  }
}

beforeAll(() => {
  window.FormData = Form as never;
  window.IntersectionObserver = Watch as never;
  Element.prototype.scrollIntoView = () => undefined;
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(() => {
  requests.length = 0;
  total = 3;
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

let goBack: () => void;
function CurrentUrl() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  goBack = () => act(() => navigate(-1));
  return <output aria-label="Address">{pathname + search}</output>;
}

const row = { name: 'courses', path: '/courses', title: 'Courses', module: 'courses' };

function open(address = '/courses') {
  window.history.pushState(null, '', address);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, null);
  return render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Courses row={row} />
        <CurrentUrl />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

const address = () => screen.getByLabelText('Address').textContent;
const status = () => within(screen.getByRole('region', { name: 'Courses' })).getAllByRole('status')[0];
const expectStatus = (text: string) => waitFor(() => expect(status()).toHaveTextContent(text));
const lastRequest = () => requests.at(-1);
const box = () => screen.getByRole('searchbox', { name: 'Search courses' });
const filters = () => within(screen.getByRole('complementary', { name: 'Filters' }));

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

describe('a filter', () => {
  test('goes into the address and the question, and comes out again', async () => {
    open();
    await userEvent.click(await filters().findByRole('checkbox', { name: 'Beginner (12)' }));
    await waitFor(() => expect(address()).toBe('/courses?level=Beginner'));
    await userEvent.click(filters().getByRole('checkbox', { name: 'Advanced (4)' }));
    await waitFor(() =>
      expect(lastRequest()).toEqual({ level: ['Beginner', 'Advanced'], skip: 0, limit: 24 }),
    );
    await userEvent.click(filters().getByRole('checkbox', { name: 'Beginner (12)' }));
    await waitFor(() => expect(address()).toBe('/courses?level=Advanced'));
  });

  test('changes the counts beside the other filters', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/api/course/filter/V1/course', ({ request }) => {
        asked.push(new URL(request.url).search);
        const isSelected = new URL(request.url).search !== '';
        const counted = <Option extends { count: number }>(all: Option[]) =>
          isSelected ? all.map((option) => ({ ...option, matching: option.count - 3 })) : all;
        const data = { ...options, categories: counted(options.categories), levels: counted(options.levels) };
        return HttpResponse.json({ data });
      }),
    );
    open();
    expect(await filters().findByRole('checkbox', { name: 'Beginner (12)' })).toBeInTheDocument();
    await userEvent.click(filters().getByRole('checkbox', { name: 'Hindi (3)' }));
    expect(await filters().findByRole('checkbox', { name: 'Beginner (9)' })).toBeInTheDocument();
    expect(filters().getByRole('checkbox', { name: 'Advanced (1)' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Market Basics' })).toHaveTextContent('Market Basics0');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'rating');
    await waitFor(() => expect(address()).toBe('/courses?language=Hindi&sort=rating'));
    expect(asked).toEqual(['', '?language=Hindi']);
  });

  test('by price is one of several', async () => {
    open();
    await userEvent.click(await filters().findByRole('radio', { name: 'Free (6)' }));
    await waitFor(() => expect(lastRequest()).toEqual({ price: 'free', skip: 0, limit: 24 }));
    await userEvent.click(filters().getByRole('radio', { name: 'Any price' }));
    await waitFor(() => expect(address()).toBe('/courses'));
  });

  test('shows only kinds in which there is something to choose', async () => {
    server.use(
      http.get('/api/course/filter/V1/course', () =>
        HttpResponse.json({ data: { ...options, prices: [], levels: [], instructors: [] } }),
      ),
    );
    open();
    const shown = await filters().findAllByRole('group');
    expect(shown.map((group) => group.querySelector('legend')?.textContent)).toEqual(['Language']);
  });

  test('by category keeps the others', async () => {
    open('/courses?level=Beginner');
    await userEvent.click(await screen.findByRole('link', { name: 'Market Basics' }));
    await waitFor(() => expect(address()).toBe('/courses?category=Market+Basics&level=Beginner'));
    await userEvent.click(screen.getByRole('link', { name: 'All courses' }));
    await waitFor(() => expect(address()).toBe('/courses?level=Beginner'));
  });

  test('is taken back by going back', async () => {
    open();
    await userEvent.click(await filters().findByRole('checkbox', { name: 'Hindi (3)' }));
    await waitFor(() => expect(address()).toBe('/courses?language=Hindi'));
    goBack();
    await waitFor(() => expect(address()).toBe('/courses'));
    expect(filters().getByRole('checkbox', { name: 'Hindi (3)' })).not.toBeChecked();
  });

  test('lets what was found before stand until the new answer comes', async () => {
    open();
    await expectStatus('3 courses');
    let answer: () => void = () => undefined;
    server.use(
      http.post('/api/course/mobile', async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json({ courses: [card(9)], totalCount: 1 });
      }),
    );
    await userEvent.click(filters().getByRole('checkbox', { name: 'Hindi (3)' }));
    await waitFor(() =>
      expect(screen.getAllByRole('article')[0]?.parentElement).toHaveAttribute('aria-busy', 'true'),
    );
    expect(screen.getAllByRole('article')).toHaveLength(3);
    answer();
    await expectStatus('1 course');
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });
});

describe('the sheet of filters', () => {
  const sheet = async () => within(await screen.findByRole('dialog', { name: 'Filters' }));

  test('changes the list at once, and is one step back', async () => {
    open();
    await expectStatus('3 courses');
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click((await sheet()).getByRole('checkbox', { name: 'Beginner (12)' }));
    await userEvent.click((await sheet()).getByRole('checkbox', { name: 'Hindi (3)' }));
    await waitFor(() => expect(address()).toBe('/courses?level=Beginner&language=Hindi'));
    await userEvent.click(await (await sheet()).findByRole('button', { name: 'Show 3 courses' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Filters (2)' })).toHaveFocus();
    goBack();
    await waitFor(() => expect(address()).toBe('/courses'));
  });

  test('clears its own filters and leaves search and category', async () => {
    open('/courses?category=Market+Basics&level=Beginner&search=order');
    await expectStatus('3 courses');
    await userEvent.click(screen.getByRole('button', { name: 'Filters (1)' }));
    await userEvent.click((await sheet()).getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/courses?category=Market+Basics&search=order'));
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
    total = 60;
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

  test('begins anew with another question', async () => {
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
