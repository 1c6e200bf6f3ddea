import { render, screen } from '@testing-library/react';
import type { CheckoutItem } from '../../../shared/stores/checkoutDialog';
import { ItemHead } from './ItemHead';

const item = (kind: CheckoutItem['kind'], accessValidityInDays: number | null): CheckoutItem => ({
  ...{ kind, accessValidityInDays, itemId: 'a', title: 'A', creator: null, image: null },
  ...{ price: 499, oldPrice: null },
});

test.each([
  ['course', 365, 'Access for 365 days'],
  ['liveTrading', 90, 'Access for 90 days after each session'],
] as const)('of a %s %d days of access read %p', (kind, days, text) => {
  render(<ItemHead item={item(kind, days)} cart={undefined} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('without an end there is nothing to read of it', () => {
  render(<ItemHead item={item('liveTrading', null)} cart={undefined} />);
  expect(screen.queryByText(/Access/)).not.toBeInTheDocument();
});
