import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Accordion } from './Accordion';

const items = [
  { id: 'access', title: 'How long do I keep access?', content: '365 days' },
  { id: 'refund', title: 'What is refunded?', content: 'See the policy' },
];

test('one answer is open at most, and the open one closes', async () => {
  render(<Accordion items={items} />);
  const [access, refund] = items.map(({ title }) => screen.getByRole('button', { name: title })) as [
    HTMLElement,
    HTMLElement,
  ];
  expect(access).toHaveAttribute('aria-expanded', 'false');

  await userEvent.click(access);
  expect(access).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByText('365 days')).toBeVisible();

  await userEvent.click(refund);
  expect(access).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByText('365 days')).not.toBeInTheDocument();
  expect(screen.getByText('See the policy')).toBeVisible();

  refund.focus();
  await userEvent.keyboard('{Enter}');
  expect(refund).toHaveAttribute('aria-expanded', 'false');
});

test('its titles are headings of the level asked for', () => {
  render(<Accordion items={items} level={2} defaultValue="refund" />);
  expect(screen.getByRole('heading', { level: 2, name: 'What is refunded?' })).toBeInTheDocument();
  expect(screen.getByText('See the policy')).toBeVisible();
});
