import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { type ComponentType, Suspense } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { LoginHost } from '../app/dialogs/LoginHost';
import { accountKeys, type User } from '../features/account/queries';
import type { CourseDetail } from '../features/catalog/queries';
import type { Plan } from '../features/pro/queries';
import { checkoutDialog } from '../shared/stores/checkoutDialog';
import { loginDialog } from '../shared/stores/loginDialog';
import { detail, opened } from './courses';
import { writePageData } from './layoutPage';
import { loginServer } from './loginServer';
import { plan } from './pro';

function CurrentUrl() {
  return <output aria-label="Address">{useLocation().pathname}</output>;
}

/** A course page with a mock server; tests change what it keeps. */
export function coursePage(Course: ComponentType) {
  const { server, requests } = loginServer();
  const kept: { course: CourseDetail; offer: Plan | null; wished: string[] } = {
    course: detail(),
    offer: null,
    wished: [],
  };
  beforeEach(() => {
    kept.course = detail();
    kept.offer = plan({ priceName: '3 months', discountedPrice: 2999.5 });
    kept.wished = [];
    server.use(
      http.get('/api/course/users/:key', () => HttpResponse.json({ data: kept.course })),
      http.get('/api/learnprosection/offer', () => HttpResponse.json({ data: kept.offer })),
      http.get('/api/course/wish-list/:key', () =>
        HttpResponse.json({ data: { isWished: kept.wished.length > 0 } }),
      ),
      http.put('/api/course/wish-list/:key', ({ params }) => {
        kept.wished = [String(params.key)];
        return HttpResponse.json({ message: 'Saved to your wish list.' });
      }),
      http.post('/api/course/bookfreecourseV1', () => {
        kept.course = { ...kept.course, ...opened(kept.course.proCourse ? 'pro' : 'free') };
        return HttpResponse.json({ data: kept.course, message: "You're enrolled." });
      }),
    );
  });
  afterEach(() =>
    act(() => {
      loginDialog.close();
      checkoutDialog.close();
    }),
  );

  async function open(overrides: Partial<CourseDetail> = {}, user: User | null = null) {
    writePageData();
    kept.course = detail(overrides);
    const queryClient = new QueryClient({
      defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
    });
    queryClient.setQueryData(accountKeys.user, user);
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={['/courses/course-1']}>
          <Suspense>
            <Routes>
              <Route path="/courses/:courseId" element={<Course />} />
              <Route path="*" element={<h1>Elsewhere</h1>} />
            </Routes>
          </Suspense>
          <LoginHost />
          <CurrentUrl />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    await screen.findByRole('heading', { level: 1, name: 'Course 1' }, { timeout: 5000 });
  }

  return { server, requests, kept, open };
}

export const courseBox = () => within(screen.getByRole('complementary', { name: 'Price and access' }));
