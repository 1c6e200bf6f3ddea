import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import type { User } from '../../features/account/queries';
import { renderLayout, writePageData } from '../../test/layoutPage';
import { loginServer } from '../../test/loginServer';
import { member } from '../../test/users';
import { RouteEffects } from '../routing/RouteEffects';
import Login from './login';

const { requests, failVerifyOtp } = loginServer();
beforeEach(writePageData);
const row = (name: string, title: string) => ({ name, title, path: `/${name}`, module: 'login' });

// jsdom has no layout to scroll.
jest.mock('../routing/useScrollRestoration', () => ({ useScrollRestoration: () => undefined }));

const open = (at: string, user: User | null = null) =>
  renderLayout(
    <>
      <RouteEffects />
      <Routes>
        <Route path="/login" element={<Login row={row('login', 'Log in')} />} />
        <Route path="/signup" element={<Login row={row('signup', 'Sign up')} />} />
        <Route path="*" element={<Link to="/login">Login</Link>} />
      </Routes>
    </>,
    { user, at },
  );
const at = () => screen.getByLabelText('Address').textContent;
const logIn = async () => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Mobile number' }), '9876543210');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('textbox', { name: 'Digit 1' });
  await userEvent.keyboard('123456{Enter}');
};

// The last page is kept in a module variable across tests, so this one comes first.
test('who came from nowhere lands on the dashboard', async () => {
  open('/login');
  await logIn();
  await waitFor(() => expect(at()).toBe('/dashboard'));
});

test.each([
  ['/login', 'Log in', "We'll send an OTP to your mobile number. There is no password to remember."],
  ['/signup', 'Sign up', 'All you need is a mobile number and an OTP. There is no password to remember.'],
])('%s has its heading, a sentence and the form', (path, heading, sentence) => {
  open(path);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
  expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Mobile number' })).not.toHaveFocus();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled();
});

test('who came from a page of ours is taken back there', async () => {
  open('/courses?category=Options');
  await userEvent.click(screen.getByRole('link', { name: 'Login' }));
  await logIn();
  await waitFor(() => expect(at()).toBe('/courses?category=Options'));
});

test('who was not let in somewhere is taken there, once', async () => {
  sessionStorage.setItem('loginTarget', '/my-learnings?status=ongoing');
  open('/courses');
  await userEvent.click(screen.getByRole('link', { name: 'Login' }));
  await logIn();
  await waitFor(() => expect(at()).toBe('/my-learnings?status=ongoing'));
  expect(sessionStorage.getItem('loginTarget')).toBeNull();
});

test('a target on another site is not followed', async () => {
  sessionStorage.setItem('loginTarget', '//elsewhere.example/');
  open('/courses');
  await userEvent.click(screen.getByRole('link', { name: 'Login' }));
  await logIn();
  await waitFor(() => expect(at()).toBe('/courses'));
});

test('a code that is refused leaves the person where they are', async () => {
  failVerifyOtp(400, { message: 'That OTP is incorrect.', code: 'otp_invalid' });
  open('/login');
  await logIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('That OTP is incorrect.');
  expect(at()).toBe('/login');
});

describe('who is logged in already', () => {
  test('goes on to the dashboard', async () => {
    open('/login', member());
    expect(screen.queryByRole('textbox', { name: 'Mobile number' })).not.toBeInTheDocument();
    await waitFor(() => expect(at()).toBe('/dashboard'));
    expect(requests).toEqual([]);
  });

  test('goes where they wanted to go', async () => {
    sessionStorage.setItem('loginTarget', '/orders');
    open('/signup', member());
    await waitFor(() => expect(at()).toBe('/orders'));
  });
});
