import { screen } from '@testing-library/react';
import { program, programSession as session } from '../../../test/live';
import { renderPage } from '../../../test/renderPage';
import { ProgramEvent } from './ProgramEvent';

const next = session('b', '2026-11-30T10:15:00Z');

test.each([
  [{ fromPrice: 299, fromSessions: 20 }, /From ₹353 in a pack of 20 ₹588\.82 single, incl\. GST$/],
  [{ fromPrice: 499 }, /From ₹589 a session incl\. GST$/],
  [{ fromPrice: 0 }, /Price Free$/],
  [{ fromPrice: null }, /English$/],
])('%j reads %p', (prices, text) => {
  renderPage(<ProgramEvent program={program([next], prices)} />);
  expect(screen.getByRole('article')).toHaveTextContent(text);
});
