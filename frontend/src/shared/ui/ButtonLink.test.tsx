import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { ButtonLink } from './ButtonLink';

test('leads to a page of ours without leaving the app', async () => {
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<ButtonLink to="/courses">View all</ButtonLink>} />
        <Route path="/courses" element={<h1>Courses</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'View all' }));
  expect(screen.getByRole('heading', { name: 'Courses' })).toBeVisible();
});

test('takes any other address as it is', () => {
  render(<ButtonLink href="tel:+919000000001">Call us</ButtonLink>);
  expect(screen.getByRole('link', { name: 'Call us' })).toHaveAttribute('href', 'tel:+919000000001');
});
