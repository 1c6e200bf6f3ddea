import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderLayout } from '../../test/layoutPage';
import { MegaMenu } from './MegaMenu';

test('a panel whose script does not come says so, and comes when it is asked for again', async () => {
  const load = jest
    .fn()
    .mockRejectedValueOnce(new Error('Loading chunk menu-courses failed.'))
    .mockResolvedValue({ default: () => <p>Five courses</p> });
  // React logs errors that a boundary has caught.
  const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  renderLayout(
    <ul>
      <MegaMenu
        isOpen
        id="menu-courses"
        label="Courses"
        load={load}
        isCurrent={false}
        isOtherOpen={false}
        setOpen={() => undefined}
      />
    </ul>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This could not be loaded. Please try again in a moment.',
  );
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Five courses')).toBeInTheDocument();
  report.mockRestore();
});
