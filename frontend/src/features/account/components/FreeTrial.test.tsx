import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loginDialog, useLoginDialog } from '../../../shared/stores/loginDialog';
import { loginServer } from '../../../test/loginServer';
import { renderPage } from '../../../test/renderPage';
import { member, onTrial, withPro } from '../../../test/users';
import { accountKeys } from '../queries';
import { FreeTrial } from './FreeTrial';

const { requests, setUser, failTrial, failNetwork, TRIAL } = loginServer();
const NOT_MOBILE = 'Enter a 10-digit mobile number that starts with 6, 7, 8 or 9.';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Mobile number' });
const button = () => screen.getByRole('button', { name: 'Start Free Trial' });
const request = () => useLoginDialog.getState().request;

afterEach(() => {
  act(() => loginDialog.close());
  jest.useRealTimers();
});

describe('a visitor', () => {
  test('reads what the trial is and is not, and finds the field at once', () => {
    renderPage(<FreeTrial />);
    expect(screen.getByRole('heading', { name: '7 days of Pro courses, free' })).toBeInTheDocument();
    expect(
      screen.getByText(
        'The trial unlocks every Pro course, once per mobile number. Live sessions and advice are not included, and nothing is charged when it ends.',
      ),
    ).toBeInTheDocument();
    expect(field()).toHaveAttribute('type', 'tel');
    expect(field()).toHaveAccessibleDescription('+91');
    expect(button()).toBeEnabled();
  });

  test('registers a number and is asked to log in with it', async () => {
    renderPage(<FreeTrial />);
    await userEvent.type(field(), '98765 43210');
    await userEvent.click(button());
    await waitFor(() => expect(request()?.mobile).toBe('9876543210'));
    expect(request()?.opener).toBe(button());
    expect(request()?.onDone).toBeUndefined();
    expect(requests).toEqual([[TRIAL, { mobile: '919876543210' }]]);
    expect(button()).toBeEnabled();
  });

  test('may press Enter', async () => {
    renderPage(<FreeTrial />);
    await userEvent.type(field(), '+91 98765-43210{Enter}');
    await waitFor(() => expect(request()?.mobile).toBe('9876543210'));
  });

  test('who presses twice registers once', async () => {
    renderPage(<FreeTrial />);
    await userEvent.type(field(), '9876543210');
    await userEvent.dblClick(button());
    await waitFor(() => expect(request()).not.toBeNull());
    expect(requests).toEqual([[TRIAL, { mobile: '919876543210' }]]);
  });

  test.each(['', '12345', '09876543210', 'my number'])(
    'is told at the field that %j is no number',
    async (text) => {
      renderPage(<FreeTrial />);
      if (text) await userEvent.type(field(), text);
      await userEvent.click(button());
      expect(screen.getByRole('alert')).toHaveTextContent(NOT_MOBILE);
      expect(field()).toHaveAccessibleDescription(`+91 ${NOT_MOBILE}`);
      expect(field()).toHaveFocus();
      await userEvent.keyboard('9');
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      expect(requests).toEqual([]);
    },
  );

  test('is told what the server says of the number', async () => {
    failTrial(400, { message: 'Please check.', code: 'invalid', errors: { mobile: ['Not this one.'] } });
    renderPage(<FreeTrial />);
    await userEvent.type(field(), '9876543210{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Not this one\.$/);
    expect(request()).toBeNull();
  });

  test('is told how long to wait, counting down', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const message = 'Too many numbers were entered from your network. Please try again later.';
    failTrial(429, { message, code: 'trial_too_many' }, 90);
    renderPage(<FreeTrial />);
    await userEvent.setup({ delay: null }).type(field(), '9876543210{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(`${message} Try again in 2 minutes.`);
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByRole('alert')).toHaveTextContent(`${message} Try again in 30 seconds.`);
  });

  test('is told that the network failed, and keeps the number', async () => {
    failNetwork(TRIAL);
    renderPage(<FreeTrial />);
    await userEvent.type(field(), '9876543210{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
    expect(field()).toHaveValue('9876543210');
    expect(request()).toBeNull();
  });

  test('who has logged in with it is told until when it runs', async () => {
    const { queryClient } = renderPage(<FreeTrial />);
    await userEvent.type(field(), '9876543210{Enter}');
    await waitFor(() => expect(request()).not.toBeNull());
    act(() => void queryClient.setQueryData(accountKeys.user, onTrial()));
    const line = await screen.findByText('Your free trial is active until Sat, 28 Nov 2026.');
    expect(line).toHaveFocus();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('who has logged in with a number that had it before is told so', async () => {
    const { queryClient } = renderPage(<FreeTrial />);
    await userEvent.type(field(), '9876543210{Enter}');
    await waitFor(() => expect(request()).not.toBeNull());
    act(() => void queryClient.setQueryData(accountKeys.user, member()));
    const line = await screen.findByText(
      'No trial was started: this number has already used its free trial.',
    );
    expect(line).toHaveFocus();
  });

  test('who has logged in with a number that has Pro is told so', async () => {
    const { queryClient } = renderPage(<FreeTrial />);
    await userEvent.type(field(), '9876543210{Enter}');
    await waitFor(() => expect(request()).not.toBeNull());
    act(() => void queryClient.setQueryData(accountKeys.user, withPro()));
    const line = await screen.findByText(
      'You have Pro until Sat, 28 Nov 2026. It includes everything in the trial.',
    );
    expect(line).toHaveFocus();
  });

  test('who logs in elsewhere is not torn away from where they are', async () => {
    const { queryClient } = renderPage(<FreeTrial />);
    act(() => void queryClient.setQueryData(accountKeys.user, onTrial()));
    expect(await screen.findByText('Your free trial is active until Sat, 28 Nov 2026.')).not.toHaveFocus();
  });
});

describe('a member', () => {
  test('starts the trial of their own number with one press', async () => {
    setUser(onTrial());
    const { queryClient } = renderPage(<FreeTrial />, member());
    queryClient.setQueryData(['catalog', 'courses'], { courses: [] });
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(
      await screen.findByText('Your trial starts immediately, for your number +91 90000 00001.'),
    ).toBeInTheDocument();
    await userEvent.dblClick(button());
    expect(await screen.findByText('Your free trial is active until Sat, 28 Nov 2026.')).toHaveFocus();
    expect(requests).toEqual([
      [TRIAL, { mobile: '919000000001' }],
      ['/api/user', null],
    ]);
    expect(queryClient.getQueryState(['catalog', 'courses'])?.isInvalidated).toBe(true);
    expect(request()).toBeNull();
  });

  test('who had it before is told so', async () => {
    renderPage(<FreeTrial />, member());
    await userEvent.click(await screen.findByRole('button', { name: 'Start Free Trial' }));
    expect(
      await screen.findByText('No trial was started: this number has already used its free trial.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('is told why it could not be started', async () => {
    const message = 'Too many numbers were entered from your network. Please try again later.';
    failTrial(429, { message, code: 'trial_too_many' }, 30);
    renderPage(<FreeTrial />, member());
    await userEvent.click(await screen.findByRole('button', { name: 'Start Free Trial' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(`${message} Try again in 30 seconds.`);
    expect(button()).toBeEnabled();
  });

  test('with a trial or Pro is offered none', async () => {
    renderPage(<FreeTrial />, onTrial());
    expect(await screen.findByText('Your free trial is active until Sat, 28 Nov 2026.')).not.toHaveFocus();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('with Pro sees nothing of the trial', () => {
    renderPage(<FreeTrial />, withPro());
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    expect(screen.queryByText(/trial/i)).not.toBeInTheDocument();
  });
});
