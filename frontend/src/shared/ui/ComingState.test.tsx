import { render, screen } from '@testing-library/react';
import { ComingState } from './ComingState';

test.each([1, 2] as const)('its title is a heading of level %p', (level) => {
  render(
    <ComingState
      title="This page is being prepared"
      level={level}
      action={<a href="/courses">Browse courses</a>}
    >
      It is written now.
    </ComingState>,
  );
  expect(screen.getByRole('heading', { level, name: 'This page is being prepared' })).toBeInTheDocument();
  expect(screen.getByText('It is written now.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Browse courses' })).toBeInTheDocument();
});
