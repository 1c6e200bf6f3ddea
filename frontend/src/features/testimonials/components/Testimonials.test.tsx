import { act, render, screen, within } from '@testing-library/react';
import { testimonial } from '../../../test/testimonials';
import type { Testimonial } from '../queries';
import { Testimonials } from './Testimonials';

let stand: (isIntersecting: boolean, top: number) => void;
let watched: Element[];

beforeEach(() => {
  watched = [];
  window.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      stand = (isIntersecting, top) => {
        const seen = { isIntersecting, boundingClientRect: { top } } as IntersectionObserverEntry;
        act(() => callback([seen], this as never));
      };
    }
    observe = (element: Element) => watched.push(element);
    disconnect = () => {
      watched = [];
    };
  } as never;
});

const renderPage = (...reviews: Testimonial[]) =>
  render(<Testimonials label="Hear From our Learners" reviews={reviews} />);
const cards = () => screen.getAllByRole('figure');

test('each says who speaks, with whole and half stars', () => {
  renderPage(
    testimonial('Sneha Kulkarni', { rating: 3.5 }),
    testimonial('Imran', { age: null, userhandle: '' }),
  );

  const [sneha, imran] = cards() as [HTMLElement, HTMLElement];
  expect(within(sneha).getByText('What Sneha Kulkarni says.')).toBeVisible();
  expect(within(sneha).getByText('@reads, Pune, 31')).toBeVisible();
  expect(within(sneha).getByText('SK')).toHaveAttribute('aria-hidden', 'true');
  const stars = within(sneha).getByRole('img', { name: 'Rated 3.5 out of 5' });
  expect([...stars.children].map((star) => star.getAttribute('data-star'))).toEqual([
    'whole',
    'whole',
    'whole',
    'half',
    'none',
  ]);
  expect(within(imran).getByText('Pune')).toBeVisible();
});

test('earnings appear where there are any, and are said to be verified', () => {
  renderPage(testimonial('Asha', { earnings: '₹12,000 in 2025' }), testimonial('Ravi'));

  const [asha, ravi] = cards() as [HTMLElement, HTMLElement];
  expect(within(asha).getByText('Earnings, verified by us: ₹12,000 in 2025')).toBeVisible();
  expect(within(ravi).queryByText(/Earnings/)).not.toBeInTheDocument();
});

test('a picture stands in the place of the initials', () => {
  renderPage(testimonial('Asha', { image: '/media/asha.webp' }));

  expect(document.querySelector('img')).toHaveAttribute('src', '/media/asha.webp');
  expect(screen.queryByText('A')).not.toBeInTheDocument();
});

test.each([
  ['in view', true, 300],
  ['above the view', false, -900],
])('what is %s from the start stands still', (_place, isIntersecting, top) => {
  const { container } = renderPage(testimonial('Asha'));
  expect(container.firstElementChild).toHaveAttribute('data-entrance', 'still');

  stand(isIntersecting, top);
  expect(container.firstElementChild).toHaveAttribute('data-entrance', 'still');
  expect(watched).toEqual([]);
});

test('testimonials below the viewport enter when they are scrolled to', () => {
  const { container } = renderPage(testimonial('Asha'), testimonial('Ravi'), testimonial('Tara'));
  const root = container.firstElementChild;
  stand(false, 5000);
  expect(root).toHaveAttribute('data-entrance', 'waiting');

  stand(true, 700);
  expect(root).toHaveAttribute('data-entrance', 'entering');
  expect(cards().map((card) => card.style.getPropertyValue('--index'))).toEqual(['0', '1', '2']);
  expect(watched).toEqual([]);
});
