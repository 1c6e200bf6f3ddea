import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { courseListPage } from '../../test/courseListPage';
import { card, options } from '../../test/courses';
import Courses from './courses';

const { server, open, address, expectStatus, lastRequest, filters, goBack } = courseListPage(Courses);

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
