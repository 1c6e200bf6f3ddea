import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ComponentType } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import type { RouteRow } from '../app/routing/routeRow';
import { accountKeys } from '../features/account/queries';
import type { SearchHelp } from '../features/catalog/queries';
import { card, options } from './courses';

type RecordedRequest = Record<string, unknown> & { skip: number; limit: number };

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

const row = { name: 'courses', path: '/courses', title: 'Courses', module: 'courses' };

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

let goBack: () => void;
function CurrentUrl() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  goBack = () => act(() => navigate(-1));
  return <output aria-label="Address">{pathname + search}</output>;
}

/** The page of courses with a mock server, which has as many of them as a test says. */
export function courseListPage(Courses: ComponentType<{ row: RouteRow }>) {
  const requests: RecordedRequest[] = [];
  const kept = { total: 3 };
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
    courses: Array.from({ length: Math.max(0, Math.min(limit, kept.total - skip)) }, (_, index) =>
      card(skip + index + 1),
    ),
    totalCount: kept.total,
  });

  beforeAll(() => {
    window.FormData = Form as never;
    window.IntersectionObserver = Watch as never;
    Element.prototype.scrollIntoView = () => undefined;
    server.listen({ onUnhandledRequest: 'error' });
  });
  beforeEach(() => {
    requests.length = 0;
    kept.total = 3;
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

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

  return {
    server,
    requests,
    kept,
    open,
    address,
    status,
    expectStatus: (text: string) => waitFor(() => expect(status()).toHaveTextContent(text)),
    lastRequest: () => requests.at(-1),
    box: () => screen.getByRole('searchbox', { name: 'Search courses' }),
    filters: () => within(screen.getByRole('complementary', { name: 'Filters' })),
    goBack: () => goBack(),
    reachEnd: () => reachEnd(),
  };
}
