import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Accordion } from './Accordion';

const ITEMS = [
  { id: 'access', title: 'How long do I keep access?', content: '365 days' },
  { id: 'refund', title: 'What is refunded?', content: 'See the policy' },
];

function Questions({ first = null, level }: { first?: string | null; level?: 2 | 3 }) {
  const [open, setOpen] = useState(first);
  return <Accordion items={ITEMS} open={open} onOpen={setOpen} level={level} />;
}

test('one answer is open at most, and the open one closes', async () => {
  render(<Questions />);
  const [access, refund] = ITEMS.map(({ title }) => screen.getByRole('button', { name: title })) as [
    HTMLElement,
    HTMLElement,
  ];
  expect(access).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByText('365 days')).not.toBeVisible();

  await userEvent.click(access);
  expect(access).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByText('365 days')).toBeVisible();

  await userEvent.click(refund);
  expect(access).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByText('365 days')).not.toBeVisible();
  expect(screen.getByText('See the policy')).toBeVisible();

  refund.focus();
  await userEvent.keyboard('{Enter}');
  expect(refund).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByText('See the policy')).not.toBeVisible();
});

test('a title is a heading of the level asked for, and its button names what it opens', () => {
  render(<Questions first="refund" level={2} />);

  expect(screen.getByRole('heading', { level: 2, name: 'What is refunded?' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'What is refunded?' })).toHaveAttribute(
    'aria-controls',
    'refund-content',
  );
  expect(document.getElementById('refund-content')).toHaveTextContent('See the policy');
});
