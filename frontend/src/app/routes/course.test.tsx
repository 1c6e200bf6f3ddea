import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { courseBox, coursePage } from '../../test/coursePage';
import { opened, topic } from '../../test/courses';
import { member } from '../../test/users';
import Course from './course';

const { server, open } = coursePage(Course);

describe('the page', () => {
  test('says what one will be able to do, what one needs, who teaches and what follows', async () => {
    await open();
    const goals = within(screen.getByRole('region', { name: "What you'll learn" }));
    expect(goals.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Read a contract note',
      'Know the charges',
    ]);
    expect(
      within(screen.getByRole('region', { name: 'What you need' })).getByRole('listitem'),
    ).toHaveTextContent('No earlier knowledge');
    expect(screen.getByRole('region', { name: 'Your mentor' })).toHaveTextContent(
      "Kavya Reddy8 years' experience",
    );
    expect(screen.getByRole('region', { name: 'After you pay' })).toHaveTextContent(
      'You get access immediately, for 365 days.',
    );
    expect(courseBox().getByText('365 days')).toBeInTheDocument();
    expect(courseBox().getByText('1 hour 36 min')).toBeInTheDocument();
  });

  test('leaves out what there is nothing of', async () => {
    await open({
      whatYouWillLearn: [],
      requirements: [],
      instructors: [],
      chapters: [],
      rating: 0,
      lead: '',
    });
    for (const name of ["What you'll learn", 'What you need', 'Your mentor'])
      expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /Rated/ })).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Curriculum' })).toHaveTextContent('Topics are coming soon.');
  });

  test('lists the curriculum with its lengths', async () => {
    await open();
    const curriculum = within(screen.getByRole('region', { name: 'Curriculum' }));
    expect(curriculum.getByText(/^2 chapters, 3 topics,/)).toHaveTextContent(/, 1 hour 36 min$/);
    expect(curriculum.getByText('1 hour 36 min')).toHaveAttribute('title', '95.50 min');
    expect(curriculum.getByText('1 video, 4 min · 1 article · 1 quiz')).toBeInTheDocument();
    const [first, second] = curriculum.getAllByRole('heading', { level: 3 });
    expect(first?.closest('details')).toHaveAttribute('open');
    expect(second?.closest('details')).not.toHaveAttribute('open');
    expect(first?.closest('summary')).toHaveTextContent('Follow the order1 video · 1 article8 min');
    expect(curriculum.getByText('Orders').closest('li')).toHaveTextContent('OrdersVideo4 min');
    expect(curriculum.getByText('Notes').closest('li')).toHaveTextContent('NotesArticle4 min');
    expect(curriculum.getByText('Check yourself').closest('summary')).toHaveTextContent(
      /^Check yourself1 quiz$/,
    );
  });
});
test('the page is shared by its slug, whatever URL it was opened with', async () => {
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  await open({ weburlname: 'candles' });
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('Link copied.')).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith('http://localhost/courses/candles');
});

describe('the outline of a member', () => {
  const chapters = [
    {
      _id: 'k1',
      title: 'One',
      topics: [
        topic('Orders', { access: 'open', isCompleted: true, hasCaptions: true }),
        topic('Notes', { access: 'open' }),
      ],
    },
  ];

  test('ticks the topics that are completed', async () => {
    await open({ ...opened('purchase'), chapters }, member());
    const curriculum = within(screen.getByRole('region', { name: 'Curriculum' }));
    expect(curriculum.getByRole('link', { name: 'Orders (completed)' })).toBeInTheDocument();
    expect(curriculum.getByRole('link', { name: 'Notes' })).toBeInTheDocument();
    expect(curriculum.getAllByRole('listitem').map((item) => item.querySelectorAll('svg').length)).toEqual([
      1, 0,
    ]);
  });

  test('says how many videos have captions', async () => {
    await open({ chapters });
    expect(courseBox().getByText('Captions').closest('div')).toHaveTextContent('CaptionsOn 1 of 2 videos');
  });

  test('says nothing of captions where there are none', async () => {
    await open();
    expect(courseBox().queryByText('Captions')).not.toBeInTheDocument();
  });
});

test('a topic has its sentence, if there is one', async () => {
  const topics = [topic('Orders', { summary: 'See where an order goes.' }), topic('Notes')];
  await open({ chapters: [{ _id: 'k1', title: 'One', topics }] });
  const [orders, notes] = screen
    .getAllByRole('listitem')
    .filter((item) => /Orders|Notes/.test(item.textContent));
  expect(orders).toHaveTextContent('OrdersSee where an order goes.');
  expect(notes?.querySelector('p')).toBeNull();
});

describe('a free preview', () => {
  const chapters = [
    {
      _id: 'k1',
      title: 'One',
      topics: [topic('Orders', { isFreePreview: true, access: 'preview' }), topic('Notes')],
    },
  ];

  test('opens in a dialog, for a visitor as well', async () => {
    server.use(
      http.get('/api/course/users/:key/topic/:topic', () =>
        HttpResponse.json({
          data: {
            ...topic('Orders', { ContentType: 'article', isFreePreview: true }),
            chapterTitle: 'One',
            text: '<p>Orders are instructions.</p>',
            media: null,
            attachments: [],
            quiz: null,
            attempts: [],
            marketDataDate: null,
            resumeAt: 0,
            previousTopicId: null,
            nextTopicId: null,
          },
        }),
      ),
    );
    await open({ chapters });
    const button = screen.getByRole('button', { name: 'Free preview: Orders' });
    await userEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Orders' }));
    expect(await dialog.findByText('Orders are instructions.')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('of a film is in the box, with the cover as its poster', async () => {
    const film = topic('Film', {
      isFreePreview: true,
      access: 'preview',
      ContentType: 'video',
      duration: 32,
    });
    server.use(http.get('/api/course/users/:key/topic/:topic', () => new Promise(() => undefined)));
    await open({ chapters: [{ _id: 'k1', title: 'One', topics: [topic('Orders'), film] }] });
    const button = courseBox().getByRole('button', { name: 'Watch a preview, 32 sec' });
    expect(button.querySelector('img')).toHaveAttribute('alt', '');
    await userEvent.click(button);
    expect(await screen.findByRole('dialog', { name: 'Film' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  });

  test('of a text is not in the box', async () => {
    const text = topic('Orders', { isFreePreview: true, access: 'preview', ContentType: 'article' });
    await open({ chapters: [{ _id: 'k1', title: 'One', topics: [text] }] });
    expect(courseBox().queryByRole('button', { name: /preview/ })).not.toBeInTheDocument();
  });

  test('is a way into the player for who has the course', async () => {
    const [chapter] = chapters;
    const topics = chapter?.topics.map((line) => ({ ...line, access: 'open' as const })) ?? [];
    await open({ ...opened('purchase'), chapters: [{ _id: 'k1', title: 'One', topics }] }, member());
    expect(screen.queryByRole('button', { name: /Free preview/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '/course/c1/topic/t-Orders');
  });
});
