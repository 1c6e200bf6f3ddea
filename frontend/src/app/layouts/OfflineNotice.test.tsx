import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { renderPage } from '../../test/renderPage';
import { OfflineNotice } from './OfflineNotice';

test('the notice is there while the browser is offline', () => {
  renderPage(<OfflineNotice />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('status')).toHaveTextContent('No connection');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(onlineManager.isOnline()).toBe(true);
});
