import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { Button } from './Button';
import { Menu, MenuItem, MenuLink, MenuSeparator } from './Menu';

function OwnMenu(props: Pick<ComponentProps<typeof Menu>, 'trigger' | 'children'>) {
  const [isOpen, setOpen] = useState(false);
  return <Menu open={isOpen} onOpenChange={setOpen} {...props} />;
}

const renderComponent = (onLogout = jest.fn()) => {
  render(
    <MemoryRouter>
      <OwnMenu trigger={<Button>Ananya Iyer</Button>}>
        <MenuLink to="/dashboard">My Dashboard</MenuLink>
        <MenuItem disabled>Not for now</MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={onLogout}>Log Out</MenuItem>
      </OwnMenu>
      <Routes>
        <Route path="/" element={null} />
        <Route path="/dashboard" element={<h1>Dashboard</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  return { onLogout, button: screen.getByRole('button', { name: 'Ananya Iyer' }) };
};

test('opens by press and says so', async () => {
  const { button } = renderComponent();
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'My Dashboard',
    'Not for now',
    'Log Out',
  ]);
});

test('works by keys alone: arrows skip what cannot be chosen', async () => {
  const { button, onLogout } = renderComponent();
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('menuitem', { name: 'My Dashboard' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'Log Out' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onLogout).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('Escape closes it and gives the focus back', async () => {
  const { button } = renderComponent();
  await userEvent.click(button);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

test('a link in it leads to its page', async () => {
  const { button } = renderComponent();
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('menuitem', { name: 'My Dashboard' }));
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeInTheDocument();
});
