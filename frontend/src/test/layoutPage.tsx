import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { accountKeys, type User } from '../features/account/queries';
import { type PageSettings, readPageData, type SiteData } from '../shared/lib/pageData';
import { businessConstants } from './businessConstants';

const officer = (name: string) => ({ name, email: 'officer@example.in', phone: '+91 98765 43210' });

export const site: SiteData = {
  brandName: 'Rally',
  verifiedBadge: 'SEBI Verified',
  proHeading: 'Unlock the Secrets of Smart Investing with Power-Packed Webinars!',
  tagline: 'Learn the market from a registered adviser.',
  registration: {
    registeredName: 'Rally Advisers LLP',
    type: 'Investment Adviser, non-individual',
    number: 'INA000012345',
    validity: 'Perpetual',
    address: '2 Fort Road',
    principalOfficer: officer('Meera Shah'),
    complianceOfficer: officer('Dev Rao'),
    grievanceOfficer: officer('Isha Sen'),
    enlistmentNumber: '1234',
  },
  contact: { phone: '+91 98765 43210', email: 'help@rally.example', city: 'Pune', address: '2 Fort Road' },
  workingHours: 'Mon to Fri, 10 AM to 6 PM',
  socialLinks: [],
  storeLinks: [],
  regulator: { name: 'SEBI', address: 'Mumbai', phone: '' },
  company: { name: 'Rally Advisers LLP', cin: '', gstin: '', state: 'Maharashtra' },
  disclaimers: ['Investments are subject to market risks.'],
  copyright: '© Rally.',
  login: {
    consentRequired: true,
    consentLabel: 'Get alerts, market tips & course updates on WhatsApp',
  },
};

/** Writes the page's data into the document, as the server does. */
export function writePageData(overrides: Partial<SiteData> = {}, page: Partial<PageSettings> = {}): void {
  document.body.innerHTML = '<script id="page-data" type="application/json"></script>';
  const element = document.getElementById('page-data');
  if (element)
    element.textContent = JSON.stringify({
      site: { ...site, ...overrides },
      ...businessConstants,
      found: true,
      answers: [],
      ...page,
    });
  readPageData();
}

export const course = (number: number, overrides: object = {}) => ({
  _id: `course-id-${number}`,
  title: `Course ${number}`,
  weburlname: `course-${number}`,
  long_description: `What course ${number} teaches.`,
  isNew: false,
  ...overrides,
});

export const session = (number: number, overrides: object = {}) => ({
  _id: `id-${number}`,
  title: `Event ${number}`,
  weburlname: `event-${number}`,
  smallBanner: `/covers/square/200/${number}.svg`,
  hostProfilename: 'Kavita Rao',
  mentor_details: { name: 'Arjun Nair' },
  webinarTime: '2026-11-21T09:30:00Z',
  webinarEndTime: '2026-11-21T11:00:00Z',
  start_date: '2026-11-21T09:30:00Z',
  end_date: '2026-11-21T11:00:00Z',
  meetingTimes: [{ start: '2026-11-21T09:30:00Z', end: '2026-11-21T11:00:00Z' }],
  programSessions: [{ _id: 's1', date: '2026-11-23T03:30:00Z', endDate: '2026-11-23T05:00:00Z' }],
  ...overrides,
});

const list = (data: object[]) => HttpResponse.json({ data, totalCount: data.length });
export const courses = (items: object[]) =>
  http.post('/api/course/mobile', () => HttpResponse.json({ courses: items, totalCount: items.length }));
export const categories = (items: object[]) =>
  http.get('/api/category', () => HttpResponse.json({ categories: items }));
export const webinars = (items: object[]) => http.get('/api/learning/webinarV1', () => list(items));
export const mentorships = (items: object[]) => http.get('/api/mentorship', () => list(items));
export const programs = (items: object[]) => http.get('/api/learning/web/liveotp', () => list(items));

/** A mock server on which every list is empty, and which records requests. */
export function layoutServer() {
  const server = setupServer(courses([]), categories([]), webinars([]), mentorships([]), programs([]));
  const requests: string[] = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    requests.push(pathname + search);
  });
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(() => {
    requests.length = 0;
    localStorage.clear();
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return { server, requests };
}

function CurrentUrl() {
  const { pathname, search, hash } = useLocation();
  return <output aria-label="Address">{pathname + search + hash}</output>;
}

export function renderLayout(
  ui: ReactNode,
  { user = null, at = '/' }: { user?: User | null; at?: string } = {},
) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(accountKeys.user, user);
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        {ui}
        <main id="main" tabIndex={-1}>
          <button type="button">Elsewhere</button>
          <CurrentUrl />
        </main>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
