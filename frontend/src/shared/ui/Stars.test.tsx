import { render, screen } from '@testing-library/react';
import { Stars } from './Stars';

test.each([
  [5, 'Rated 5 out of 5', 'whole whole whole whole whole'],
  [4.5, 'Rated 4.5 out of 5', 'whole whole whole whole half'],
  [4.49, 'Rated 4.5 out of 5', 'whole whole whole whole none'],
  [3.4, 'Rated 3.4 out of 5', 'whole whole whole none none'],
  [0.7, 'Rated 0.7 out of 5', 'half none none none none'],
  [0, 'Rated 0 out of 5', 'none none none none none'],
])('%p is read and drawn', (value, name, stars) => {
  render(<Stars value={value} />);
  const image = screen.getByRole('img', { name });
  const drawn = [...image.querySelectorAll('svg')].map((star) => star.dataset.star);
  expect(drawn.join(' ')).toBe(stars);
});
