import { render, screen } from '@testing-library/react';
import { Duration } from './Duration';

test.each([
  [5430, '90.50 min'],
  [245, '4.08 min'],
  [27, '0.45 min'],
])('%d seconds are exactly %s', (seconds, title) => {
  render(<Duration seconds={seconds}>in words</Duration>);
  expect(screen.getByText('in words')).toHaveAttribute('title', title);
});
