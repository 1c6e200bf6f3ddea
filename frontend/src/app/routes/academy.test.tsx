import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { Route, Routes } from 'react-router';
import type { Module } from '../../features/academy/queries';
import type { User } from '../../features/account/queries';
import { academyModule, academyResponse, chapter, chapterLine } from '../../test/academy';
import { renderLayout, writePageData } from '../../test/layoutPage';
import { member } from '../../test/users';
import Academy from './academy';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(writePageData);
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const row = { name: 'academy', path: '/academy', title: 'Academy', module: 'academy' };
const respondWithModules = (...modules: Module[]) =>
  server.use(http.get('/api/academy', () => HttpResponse.json(academyResponse(...modules))));

const open = (at: string, user: User | null = null) =>
  renderLayout(
    <Routes>
      <Route path="/academy" element={<Academy row={row} />} />
      <Route
        path="/academy/glossary"
        element={<Academy row={{ ...row, name: 'academy-glossary', title: 'Glossary' }} />}
      />
      <Route
        path="/academy/:module/:chapter"
        element={<Academy row={{ ...row, name: 'academy-chapter' }} />}
      />
    </Routes>,
    { user, at },
  );

describe('the academy', () => {
  test('lists each module with its chapters in order, and says nothing of progress to a visitor', async () => {
    respondWithModules(academyModule(), academyModule({ _id: 'm2', title: 'Risk', weburlname: 'risk' }));
    open('/academy');
    const first = within(await screen.findByRole('region', { name: 'Reading charts' }));
    expect(first.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/academy/charts/chapter-1',
      '/academy/charts/chapter-2',
      '/academy/charts/chapter-3',
    ]);
    expect(first.getAllByText('4 min')).toHaveLength(3);
    expect(screen.getByRole('region', { name: 'Risk' })).toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  test('shows a member how much is read', async () => {
    respondWithModules(academyModule({ chapters: [chapterLine(1, { isRead: true }), chapterLine(2)] }));
    open('/academy', member());
    const bar = await screen.findByRole('progressbar', { name: '1 of 2 chapters read' });
    expect(bar).toHaveAttribute('value', '1');
    const ofModule = screen.getByRole('progressbar', { name: '1 of 2 chapters read in Reading charts' });
    expect(ofModule).toHaveAttribute('max', '2');
    expect(screen.getByRole('link', { name: /Chapter number 1.*, read/ })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Chapter number 2.*, read/ })).not.toBeInTheDocument();
  });

  test('without chapters leads to the courses', async () => {
    respondWithModules();
    open('/academy', member());
    expect(await screen.findByText('Chapters are coming soon.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Browse courses' })).toHaveAttribute('href', '/courses');
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });
});

describe('a chapter', () => {
  const PATH = '/academy/charts/chapter-2';
  const readRequests = jest.fn();
  let scrollToEnd: () => void;

  beforeEach(() => {
    readRequests.mockClear();
    server.use(
      http.get(`/api${PATH}`, () => HttpResponse.json({ data: chapter() })),
      http.post(`/api${PATH}/read`, () => {
        readRequests();
        return HttpResponse.json({ message: 'Marked as read.', data: { _id: 'chapter-2', isRead: true } });
      }),
    );
    // jsdom has no layout, so the test triggers the observer.
    window.IntersectionObserver = class {
      constructor(callback: IntersectionObserverCallback) {
        scrollToEnd = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
      }
      observe() {}
      disconnect() {
        scrollToEnd = () => undefined;
      }
    } as never;
    scrollToEnd = () => undefined;
  });

  test('has its text, its place and its neighbours', async () => {
    open(PATH);
    expect(await screen.findByRole('heading', { level: 1, name: 'Chapter number 2' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 2, name: 'First part' })).toBeInTheDocument();
    expect(screen.getByText('Chapter 2 of 3 · 4 min read')).toBeInTheDocument();
    expect(screen.getByText(/Last updated on Sat, 21 Nov 2026\./)).toBeInTheDocument();
    const around = within(screen.getByRole('navigation', { name: 'Previous and next chapter' }));
    expect(around.getAllByRole('link')).toHaveLength(1);
    expect(around.getByRole('link', { name: /Previous chapter/ })).toHaveAttribute(
      'href',
      '/academy/charts/chapter-1',
    );
    const listed = within(screen.getByRole('complementary', { name: 'Reading charts' }));
    expect(listed.getByRole('link', { current: 'page' })).toHaveAttribute('href', PATH);
    expect(document.title).toMatch(/^Chapter number 2 · /);
  });

  test('has its contents beside the text, and can be shared', async () => {
    server.use(http.get('/api/academy/:module/:chapter', () => HttpResponse.json({ data: chapter() })));
    open('/academy/charts/chapter-2');
    const contents = within(await screen.findByRole('navigation', { name: 'In this chapter' }));
    expect(
      contents.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['First part', '#part-1'],
      ['Second part', '#part-2'],
    ]);
    expect(screen.getByRole('button', { name: 'Share' })).toBeInTheDocument();
  });

  test('with one part has no contents', async () => {
    server.use(
      http.get('/api/academy/:module/:chapter', () =>
        HttpResponse.json({ data: chapter({ contents: ['First part'] }) }),
      ),
    );
    open('/academy/charts/chapter-2');
    await screen.findByRole('button', { name: 'Share' });
    expect(screen.queryByText('In this chapter')).not.toBeInTheDocument();
  });

  describe('with questions', () => {
    const question = (id: string) => ({
      _id: id,
      text: `Question ${id}?`,
      options: [
        { _id: '1', text: 'One' },
        { _id: '2', text: 'Two' },
      ],
    });
    const asked = chapter({ questions: [question('a'), question('b')] });
    const mark = (id: string, chosen: string | undefined) => ({
      _id: id,
      chosen: chosen ?? null,
      rightOption: '2',
      isRight: chosen === '2',
      explanation: 'Two is right.',
    });
    let sent: Record<string, string>[];

    beforeEach(() => {
      sent = [];
      server.use(
        http.get('/api/academy/:module/:chapter', () => HttpResponse.json({ data: asked })),
        http.post('/api/academy/:module/:chapter/answers', async ({ request }) => {
          const { answers } = (await request.json()) as { answers: Record<string, string> };
          sent.push(answers);
          const questions = ['a', 'b'].map((id) => mark(id, answers[id]));
          const right = questions.filter(({ isRight }) => isRight).length;
          return HttpResponse.json({ data: { right, total: 2, questions, isRead: right === 2 } });
        }),
      );
    });
    const choose = async (a: string, b: string) => {
      const [first, second] = (await screen.findAllByRole('group', { name: /Question/ })) as [
        HTMLElement,
        HTMLElement,
      ];
      await userEvent.click(within(first).getByRole('radio', { name: a }));
      await userEvent.click(within(second).getByRole('radio', { name: b }));
      await userEvent.click(screen.getByRole('button', { name: 'Check answers' }));
    };

    test('is read once a member has answered them right', async () => {
      open('/academy/charts/chapter-2', member());
      await choose('One', 'Two');
      expect(await screen.findByText('1 of 2 correct.')).toBeInTheDocument();
      expect(screen.getAllByText('Two is right.')).toHaveLength(2);
      expect(screen.queryByText(/You have read this chapter/)).not.toBeInTheDocument();
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await choose('Two', 'Two');
      expect(await screen.findByText('2 of 2 correct. You have read this chapter.')).toHaveFocus();
      expect(sent).toEqual([
        { a: '1', b: '2' },
        { a: '2', b: '2' },
      ]);
      const side = within(screen.getByRole('complementary'));
      expect(side.getByRole('link', { name: /Chapter number 2.*, read/ })).toBeInTheDocument();
    });

    test('that cannot be checked keeps what was chosen', async () => {
      server.use(http.post('/api/academy/:module/:chapter/answers', () => HttpResponse.error()));
      open('/academy/charts/chapter-2');
      await choose('One', 'Two');
      expect(await screen.findByRole('alert')).toBeInTheDocument();
      expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(2);
    });
  });

  test('is printed', async () => {
    window.print = jest.fn();
    open(PATH);
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
    expect(window.print).toHaveBeenCalledTimes(1);
  });

  test('counts as read when a member comes to its end, once', async () => {
    open(PATH, member());
    await screen.findByRole('heading', { level: 1 });
    expect(readRequests).not.toHaveBeenCalled();
    act(() => scrollToEnd());
    act(() => scrollToEnd());
    expect(await screen.findByText('You have read this chapter.')).toBeInTheDocument();
    act(() => scrollToEnd());
    expect(readRequests).toHaveBeenCalledTimes(1);
    const listed = within(screen.getByRole('complementary'));
    expect(listed.getByRole('link', { name: /, read/ })).toHaveAttribute('href', PATH);
  });

  test('that could not be noted is tried again at the end', async () => {
    server.use(http.post(`/api${PATH}/read`, () => HttpResponse.error(), { once: true }));
    open(PATH, member());
    await screen.findByRole('heading', { level: 1 });
    act(() => scrollToEnd());
    await waitFor(() => expect(screen.queryByText('You have read this chapter.')).not.toBeInTheDocument());
    await act(() => new Promise((done) => setTimeout(done, 50)));
    act(() => scrollToEnd());
    expect(await screen.findByText('You have read this chapter.')).toBeInTheDocument();
  });

  test('of a visitor nothing is recorded', async () => {
    open(PATH);
    await screen.findByRole('heading', { level: 1 });
    act(() => scrollToEnd());
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(readRequests).not.toHaveBeenCalled();
  });

  test('that was read already asks for the next one', async () => {
    const next = { title: 'Gaps', weburlname: 'gaps', moduleTitle: 'Risk', moduleWeburlname: 'risk' };
    server.use(http.get(`/api${PATH}`, () => HttpResponse.json({ data: chapter({ isRead: true, next }) })));
    open(PATH, member());
    const link = await screen.findByRole('link', { name: /Next chapter/ });
    expect(link).toHaveAttribute('href', '/academy/risk/gaps');
    expect(link).toHaveAttribute('data-due', 'true');
    act(() => scrollToEnd());
    expect(readRequests).not.toHaveBeenCalled();
  });
});

describe('the glossary', () => {
  const respondWithTerms = (...names: string[]) =>
    server.use(
      http.get('/api/academy/glossary', () =>
        HttpResponse.json({
          data: {
            terms: names.map((term) => ({
              _id: term,
              term,
              weburlname: term.toLowerCase(),
              definition: `${term} in words.`,
              chapter: null,
            })),
          },
        }),
      ),
    );

  test('has its terms under their letters', async () => {
    respondWithTerms('50-day', 'Lot', 'lag', 'Öre');
    open('/academy/glossary');
    const letters = await screen.findByRole('navigation', { name: 'Letters' });
    expect(
      within(letters)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['0–9', 'L', 'Ö']);
    const group = screen.getByRole('region', { name: 'L' });
    expect(
      within(group)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['Lot', 'lag']);
    expect(within(group).getByText('Lot in words.')).toBeInTheDocument();
  });

  test('without terms leads to the academy', async () => {
    respondWithTerms();
    open('/academy/glossary');
    expect(await screen.findByRole('link', { name: 'Read the academy' })).toHaveAttribute('href', '/academy');
  });
});
