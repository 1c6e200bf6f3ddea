import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { card } from '../../../test/courses';
import { renderPage } from '../../../test/renderPage';
import { CourseCard } from './CourseCard';

const rules = (overrides: Parameters<typeof card>[1]) => {
  renderPage(<CourseCard course={card(1, overrides)} />);
  return screen.getByRole('article');
};

describe('the price', () => {
  test('shows the discount where there is an original price and something is saved', () => {
    expect(rules({ offer_price: 1499, markup_price: 2999 })).toHaveTextContent(
      'Price ₹1,768.82 incl. GST instead of ₹3,538.82 50% off',
    );
  });

  test.each([
    ['no original price', { offer_price: 1499, markup_price: null }],
    ['the same price', { offer_price: 1499, markup_price: 1499 }],
    ['a lower original price', { offer_price: 1499, markup_price: 999 }],
    ['a saving that rounds to nothing', { offer_price: 99_999, markup_price: 100_000 }],
  ])('shows no discount with %s', (_, overrides) => {
    const article = rules(overrides);
    expect(article).not.toHaveTextContent('%');
    expect(article).toHaveTextContent('₹');
  });

  test('of 0 is Free', () => {
    const article = rules({ offer_price: 0, markup_price: null, pricing: 'free' });
    expect(article).toHaveTextContent('Free');
    expect(article).not.toHaveTextContent('Pro');
  });

  test('of 0 with an original price is Free and 100% off', () => {
    expect(rules({ offer_price: 0, markup_price: 1499, pricing: 'free' })).toHaveTextContent(
      'Free instead of ₹1,768.82 100% off',
    );
  });

  test('of a Pro course is Free with Pro', () => {
    const article = rules({ offer_price: 0, markup_price: null, proCourse: true, pricing: 'pro' });
    expect(screen.getByText('Free with Pro')).toBeInTheDocument();
    expect(article).not.toHaveTextContent('₹');
  });

  test('of a Pro course that can be bought as well shows both', () => {
    expect(
      rules({ offer_price: 999, markup_price: null, proCourse: true, pricing: 'proOrPaid' }),
    ).toHaveTextContent('₹1,178.82 incl. GSTFree with Pro');
  });

  test('gives way to Enrolled once it is the person’s', () => {
    const article = rules({ isPurchased: true, proCourse: true });
    expect(screen.getByText('Enrolled')).toBeInTheDocument();
    expect(article).not.toHaveTextContent(/₹|Pro/);
  });
});

describe('the facts', () => {
  test('name the instructor with experience, level, duration and learners', () => {
    const article = rules({ CoursetotalDuration: 5725, totalLearner: 123456 });
    expect(article).toHaveTextContent("Kavya Reddy · 8 years' experience");
    expect(article).toHaveTextContent('BeginnerEnglish1 hour 35 min1,23,456 learners');
    expect(screen.getByText('1 hour 35 min')).toHaveAttribute('title', '95.42 min');
  });

  test.each(['Hindi', 'Tamil'] as const)('mark a course in %s', (language) => {
    const article = rules({ language });
    expect(screen.getByText(language)).toBeInTheDocument();
    expect(article).toHaveTextContent(`Market Basics${language}Course 1`);
    expect(article).not.toHaveTextContent('English');
  });

  test('count one learner as one', () => {
    expect(rules({ totalLearner: 1 })).toHaveTextContent(/1 learner(?!s)/);
  });

  test('show a rating above 0', () => {
    rules({ rating: 4.5 });
    expect(screen.getByRole('img', { name: 'Rated 4.5 out of 5' })).toBeInTheDocument();
  });

  test('show no rating of 0', () => {
    rules({ rating: 0 });
    expect(screen.queryByRole('img', { name: /Rated/ })).not.toBeInTheDocument();
  });

  test('say what is new', () => {
    rules({ isNew: true });
    expect(screen.getByText('NEW')).toBeInTheDocument();
  });
});

test('a press saves the course’s id and leads to its page', async () => {
  rules({});
  const link = screen.getByRole('link', { name: 'Course 1' });
  expect(link).toHaveAttribute('href', '/courses/course-1');
  await userEvent.click(link);
  expect(localStorage.getItem('selectedCourse')).toBe('c1');
});

describe('the preview', () => {
  const URL = '/media/previews/one.mp4';
  const video = () => document.querySelector('video');
  const calm = (matches: boolean) => {
    window.matchMedia = (() => ({ matches })) as unknown as typeof window.matchMedia;
  };
  beforeEach(() => calm(false));

  test('plays muted and again and again while a mouse is on the card, and is fetched only then', async () => {
    const article = rules({ previewVideoUrl: URL });
    expect(video()).toBeNull();
    await userEvent.hover(article);
    expect(video()).toHaveAttribute('src', URL);
    expect(video()).toMatchObject({ muted: true, loop: true, autoplay: true });
    await userEvent.unhover(article);
    expect(video()).toBeNull();
  });

  test('stays away under a finger', async () => {
    const article = rules({ previewVideoUrl: URL });
    await userEvent.pointer({ keys: '[TouchA>]', target: article });
    expect(video()).toBeNull();
  });

  test('stays away on focus', async () => {
    rules({ previewVideoUrl: URL });
    await userEvent.tab();
    expect(screen.getByRole('link')).toHaveFocus();
    expect(video()).toBeNull();
  });

  test('stays away from who wants less motion', async () => {
    calm(true);
    await userEvent.hover(rules({ previewVideoUrl: URL }));
    expect(video()).toBeNull();
  });

  test('is not there for a course without one', async () => {
    await userEvent.hover(rules({}));
    expect(video()).toBeNull();
  });
});

describe('a cover that is a figure', () => {
  const cover = (url: string) => ({ webimage: [{ url, width: 640, height: 360 }] });
  const moving = () => document.querySelector('img[src$="-moving.svg"]');
  const calm = (matches: boolean) => {
    window.matchMedia = (() => ({ matches })) as unknown as typeof window.matchMedia;
  };
  beforeEach(() => calm(false));

  test('moves while a mouse is on the card', async () => {
    const article = rules(cover('/covers/wide/30/option-payoff-500-12.svg'));
    expect(moving()).toBeNull();
    await userEvent.hover(article);
    expect(moving()).toHaveAttribute('src', '/covers/wide/30/option-payoff-500-12-moving.svg');
    await userEvent.unhover(article);
    expect(moving()).toBeNull();
  });

  test.each([
    ['a chart', '/covers/wide/30/01a20d51-7c5a-728e-832b-76201a5b0f51.svg'],
    ['an upload', '/media/courses/photo-500-12.webp'],
  ])('and not for %s', async (_, url) => {
    await userEvent.hover(rules(cover(url)));
    expect(moving()).toBeNull();
  });

  test('nor for who wants less motion', async () => {
    calm(true);
    await userEvent.hover(rules(cover('/covers/wide/30/recovery-50.svg')));
    expect(moving()).toBeNull();
  });
});
