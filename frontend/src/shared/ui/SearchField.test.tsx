import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { SearchField } from './SearchField';

function Box({ start = '' }: { start?: string }) {
  const [text, setText] = useState(start);
  return <SearchField label="Search courses" value={text} onChange={setText} />;
}

test('takes what is typed', async () => {
  render(<Box />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search courses' }), 'candle');
  expect(screen.getByRole('searchbox')).toHaveValue('candle');
});

test('is emptied by a button that is there while there is something to empty', async () => {
  render(<Box start="candle" />);
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(screen.getByRole('searchbox')).toHaveValue('');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
