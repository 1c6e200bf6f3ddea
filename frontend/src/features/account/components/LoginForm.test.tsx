import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { writePageData } from '../../../test/layoutPage';
import { loginServer } from '../../../test/loginServer';
import { renderPage } from '../../../test/renderPage';
import { member } from '../../../test/users';
import { accountKeys } from '../queries';
import { LoginForm } from './LoginForm';

const { server, requests, setCodeStatus, failSendOtp, failVerifyOtp, failNetwork, SEND, VERIFY } =
  loginServer();
const MOBILE = '9876543210';
const CONSENT = 'Get alerts, market tips & course updates on WhatsApp';
const NOT_MOBILE = 'Enter a 10-digit mobile number that starts with 6, 7, 8 or 9.';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Mobile number' });
const consent = () => screen.getByRole('checkbox', { name: CONSENT });
const button = (name: string) => screen.getByRole('button', { name });
const box = (index: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Digit ${index}` });
const digits = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value)
    .join('');
const said = () => screen.getAllByRole('status').map((region) => region.textContent);

// Time passes by itself, and tests may advance it.
beforeEach(() => jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-11-21T09:30:00Z') }));
afterEach(() => jest.useRealTimers());
const user = userEvent.setup({ delay: null });
const pass = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1000));

const onDone = jest.fn();
const open = (props: Partial<Parameters<typeof LoginForm>[0]> = {}) =>
  renderPage(<LoginForm onDone={onDone} {...props} />);
const fillIn = async (mobile = MOBILE) => {
  await user.type(field(), mobile);
  await user.click(consent());
};
const submitMobile = async (mobile = MOBILE) => {
  await fillIn(mobile);
  await user.click(button('Continue'));
};
const goToOtpStep = async () => {
  const shown = open();
  await submitMobile();
  await screen.findByRole('textbox', { name: 'Digit 1' });
  return shown;
};
const verify = async (code: string) => {
  await user.keyboard(code);
  await user.click(button('Verify'));
};

describe('the number', () => {
  test('is asked for in a field for telephone numbers, with the country before it', () => {
    open();
    expect(field()).toHaveAttribute('type', 'tel');
    expect(field()).toHaveAttribute('inputmode', 'numeric');
    expect(field()).toHaveAttribute('autocomplete', 'tel-national');
    expect(field()).toHaveAccessibleDescription('+91');
    expect(field()).not.toHaveFocus();
  });

  test('can be sent only when it is there and the box is ticked, which is empty at first', async () => {
    open();
    expect(consent()).not.toBeChecked();
    expect(button('Continue')).toBeDisabled();
    expect(button('Continue')).toHaveAccessibleDescription('Enter your 10-digit mobile number');
    await user.type(field(), MOBILE);
    expect(button('Continue')).toBeDisabled();
    expect(button('Continue')).toHaveAccessibleDescription('Tick the box above to continue');
    await user.click(consent());
    expect(button('Continue')).toBeEnabled();
    expect(button('Continue')).not.toHaveAccessibleDescription();
    await user.clear(field());
    expect(button('Continue')).toBeDisabled();
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
  });

  test('can be sent without the box where staff made it optional, and says so', async () => {
    writePageData({ login: { consentRequired: false, consentLabel: 'Kurs-Updates' } });
    open();
    expect(screen.getByRole('checkbox', { name: 'Kurs-Updates' })).not.toBeChecked();
    await user.type(field(), MOBILE);
    await user.click(button('Continue'));
    await screen.findByRole('textbox', { name: 'Digit 1' });
    expect(requests).toEqual([[SEND, { mobile: MOBILE, canWhatsapp: false }]]);
  });

  test('is sent with what was agreed to, once', async () => {
    open();
    await fillIn();
    await user.dblClick(button('Continue'));
    await screen.findByRole('textbox', { name: 'Digit 1' });
    expect(requests).toEqual([[SEND, { mobile: MOBILE, canWhatsapp: true }]]);
  });

  test('cannot be sent twice while it is being sent', async () => {
    let answer: () => void = () => undefined;
    server.use(
      http.post(SEND, async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json({ data: { resendAfter: 15, expiresIn: 300 }, message: '' });
      }),
    );
    open();
    await submitMobile();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(button('Continue')).toBeDisabled();
    await user.type(field(), '{Enter}');
    answer();
    await screen.findByRole('textbox', { name: 'Digit 1' });
    expect(requests).toHaveLength(1);
  });

  test.each(['98765 43210', '+91 98765-43210', '919876543210', '९८७६५ ४३२१०', '９８７６５４３２１０'])(
    'may be written as %s',
    async (spelling) => {
      open();
      await user.click(field());
      await user.paste(spelling);
      expect(field()).toHaveValue(MOBILE);
      await user.click(consent());
      await user.click(button('Continue'));
      await screen.findByRole('textbox', { name: 'Digit 1' });
      expect(requests).toEqual([[SEND, { mobile: MOBILE, canWhatsapp: true }]]);
    },
  );

  test.each(['12345', '09876543210', '5876543210', '98765abcde', '+929876543210'])(
    'is refused before it is sent where it is no number: %s',
    async (text) => {
      open();
      await submitMobile(text);
      expect(screen.getByRole('alert')).toHaveTextContent(NOT_MOBILE);
      expect(field()).toBeInvalid();
      expect(field()).toHaveAccessibleDescription(`+91 ${NOT_MOBILE}`);
      expect(field()).toHaveFocus();
      expect(field()).toHaveValue(text);
      await user.keyboard('1');
      expect(field()).toBeValid();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      expect(requests).toEqual([]);
    },
  );

  test('may be given; then the box that is still empty takes the focus', () => {
    open({ mobile: MOBILE, takesFocus: true });
    expect(field()).toHaveValue(MOBILE);
    expect(consent()).not.toBeChecked();
    expect(consent()).toHaveFocus();
  });

  test('takes the focus in a dialog', () => {
    open({ takesFocus: true });
    expect(field()).toHaveFocus();
  });

  test('comes with the terms that continuing accepts', () => {
    open();
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Lost your number?', '/lost-number'],
      ['terms and conditions', '/terms&conditions'],
      ['privacy policy', '/privacy-policy'],
    ]);
  });
});

describe('a code that is not sent', () => {
  test('for the number’s sake says so at the field', async () => {
    const message = 'Enter a 10-digit mobile number that starts with 6, 7, 8 or 9.';
    failSendOtp(400, { message: 'Please check.', code: 'invalid', errors: { mobile: [message] } });
    open();
    await submitMobile();
    await waitFor(() => expect(field()).toHaveAccessibleDescription(`+91 ${message}`));
    expect(screen.getByRole('alert')).toHaveTextContent(message);
    await waitFor(() => expect(field()).toHaveFocus());
  });

  test('because the last is too fresh says how long to wait, counting down', async () => {
    const message = 'An OTP was sent a moment ago. Please wait before you request another.';
    failSendOtp(429, { message, code: 'otp_too_soon' }, 12);
    open();
    await submitMobile();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(`${message} Try again in 12 seconds.`);
    pass(11);
    expect(alert).toHaveTextContent(`${message} Try again in 1 second.`);
    pass(1);
    expect(alert).toHaveTextContent(`${message} You can try again now.`);
    // A countdown is not announced each second.
    expect(alert).toContainElement(screen.getByRole('timer'));
  });

  test('because there were too many says so in minutes', async () => {
    const message = 'Too many OTPs were requested. Please try again later.';
    failSendOtp(429, { message, code: 'otp_too_many' }, 2_520);
    open();
    await submitMobile();
    expect(await screen.findByRole('alert')).toHaveTextContent(`${message} Try again in 42 minutes.`);
  });

  test.each([
    ['without a word', () => failSendOtp(503, {})],
    ['without a connection', () => failNetwork(SEND)],
  ])('%s says that sending failed, and can be tried again', async (_, fail) => {
    fail();
    open();
    await submitMobile();
    expect(await screen.findByRole('alert')).toHaveTextContent('OTP send failed');
    expect(field()).toHaveValue(MOBILE);
    server.resetHandlers();
    await user.click(button('Continue'));
    expect(await screen.findByRole('textbox', { name: 'Digit 1' })).toHaveFocus();
  });
});

describe('the code', () => {
  test('is asked for with the number it was sent to, the focus in the first box', async () => {
    await goToOtpStep();
    expect(screen.getByRole('group', { name: 'Enter the 6-digit OTP' })).toBeInTheDocument();
    expect(box(1)).toHaveFocus();
    expect(screen.getByText('+91 98765 43210')).toBeInTheDocument();
    expect(said()).toContain('OTP sent to +91 98765 43210');
    expect(screen.queryByRole('textbox', { name: 'Mobile number' })).not.toBeInTheDocument();
  });

  test('can be verified once all six digits are there, and waits to be asked to', async () => {
    await goToOtpStep();
    expect(button('Verify')).toBeDisabled();
    await user.keyboard('12345');
    expect(button('Verify')).toBeDisabled();
    await user.keyboard('6');
    expect(button('Verify')).toBeEnabled();
    await user.keyboard('{Backspace}');
    expect(button('Verify')).toBeDisabled();
    expect(requests.map(([call]) => call)).toEqual([SEND]);
  });

  test.each([
    ['Verify', () => user.click(button('Verify'))],
    ['Enter', () => user.keyboard('{Enter}')],
  ])('logs in by %s', async (_, act) => {
    const { queryClient } = await goToOtpStep();
    queryClient.setQueryData(['catalog', 'courses'], { courses: [] });
    await user.keyboard('123456');
    await act();
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(member()));
    expect(requests.at(-1)).toEqual([VERIFY, { mobile: MOBILE, otp: '123456' }]);
    expect(queryClient.getQueryData(accountKeys.user)).toEqual(member());
    expect(queryClient.getQueryState(['catalog', 'courses'])?.isInvalidated).toBe(true);
    expect(queryClient.getQueryState(accountKeys.user)?.isInvalidated).toBe(false);
    expect(window.dataLayer ?? []).toEqual([]);
  });

  test('that is wrong is kept, for the first digit to be typed over', async () => {
    await goToOtpStep();
    await verify('123450');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^That OTP is incorrect or has expired\.$/);
    expect(digits()).toBe('123450');
    expect(box(1)).toBeInvalid();
    await waitFor(() => expect(box(1)).toHaveFocus());
    expect([box(1).selectionStart, box(1).selectionEnd]).toEqual([0, 1]);
    expect(onDone).not.toHaveBeenCalled();
    await verify('123456');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  });

  test('that is burnt asks for another, with nothing to wait for', async () => {
    const message = 'Too many incorrect OTPs. Please request a new one.';
    failVerifyOtp(429, { message, code: 'otp_burnt' }, 9);
    await goToOtpStep();
    await verify('111111');
    expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`^${message}$`));
    expect(box(1)).toHaveFocus();
    pass(15);
    await user.click(button('Verify'));
    await waitFor(() => expect(button('Resend OTP')).toHaveFocus());
  });

  test('of a number that is locked says for how long', async () => {
    const message = 'Too many incorrect OTPs for this number. Please try again later.';
    failVerifyOtp(429, { message, code: 'otp_locked' }, 3_600);
    await goToOtpStep();
    await verify('111111');
    expect(await screen.findByRole('alert')).toHaveTextContent(`${message} Try again in 1 hour.`);
  });

  test('of an account that is closed says so', async () => {
    const message = 'This account is closed. Please contact us if you think this is a mistake.';
    failVerifyOtp(403, { message, code: 'account_closed' });
    await goToOtpStep();
    await verify('123456');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(onDone).not.toHaveBeenCalled();
  });

  test('that cannot be looked at for want of a connection stays', async () => {
    failNetwork(VERIFY);
    await goToOtpStep();
    await verify('123456');
    expect(await screen.findByRole('alert')).toHaveTextContent('OTP verification failed');
    expect(digits()).toBe('123456');
    expect(box(1)).toBeValid();
  });

  test('is taken from its message where the browser hears of it', async () => {
    const get = jest.fn(() => Promise.resolve({ code: '123456' }));
    Object.assign(window, { OTPCredential: class {} });
    Object.assign(navigator, { credentials: { get } });
    await goToOtpStep();
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(member()));
    expect(get.mock.calls).toEqual([[{ otp: { transport: ['sms'] }, signal: expect.any(AbortSignal) }]]);
    Reflect.deleteProperty(window, 'OTPCredential');
  });

  test('is not waited for any more once the step is left', async () => {
    const signals: AbortSignal[] = [];
    Object.assign(window, { OTPCredential: class {} });
    Object.assign(navigator, {
      credentials: {
        get: ({ signal }: { signal: AbortSignal }) => {
          signals.push(signal);
          return new Promise((_, respondWithError) => {
            signal.addEventListener('abort', () => respondWithError(signal.reason));
          });
        },
      },
    });
    const { unmount } = await goToOtpStep();
    await user.click(button('Edit'));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await user.click(button('Continue'));
    await screen.findByRole('textbox', { name: 'Digit 1' });
    unmount();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    Reflect.deleteProperty(window, 'OTPCredential');
  });
});

describe('another code', () => {
  const again = () => screen.queryByRole('button', { name: 'Resend OTP' });

  test('may be asked for when 15 seconds are over', async () => {
    await goToOtpStep();
    expect(screen.getByRole('timer')).toHaveTextContent("Didn't get it? Resend in 15 s");
    pass(14);
    expect(screen.getByRole('timer')).toHaveTextContent("Didn't get it? Resend in 1 s");
    expect(again()).not.toBeInTheDocument();
    pass(1);
    expect(again()).toBeInTheDocument();
  });

  test('may be asked for at once after the tab slept', async () => {
    await goToOtpStep();
    jest.setSystemTime(Date.now() + 60_000);
    pass(1);
    expect(again()).toBeInTheDocument();
  });

  test('restarts the countdown, is counted, and empties the boxes', async () => {
    await goToOtpStep();
    for (const line of ['OTP sent again', 'OTP sent again (2)']) {
      await user.click(box(1));
      await user.keyboard('99');
      pass(15);
      await user.click(button('Resend OTP'));
      expect(await screen.findByText(line)).toBeInTheDocument();
      expect(said()).toContain(line);
      expect(screen.getByRole('timer')).toHaveTextContent("Didn't get it? Resend in 15 s");
      expect(digits()).toBe('');
      expect(box(1)).toHaveFocus();
    }
    expect(requests).toEqual(Array(3).fill([SEND, { mobile: MOBILE, canWhatsapp: true }]));
  });

  test('that is refused says why and waits as long as it must', async () => {
    await goToOtpStep();
    const message = 'Too many OTPs were requested. Please try again later.';
    failSendOtp(429, { message, code: 'otp_too_many' }, 150);
    await user.keyboard('12');
    pass(15);
    await user.click(button('Resend OTP'));
    expect(await screen.findByRole('alert')).toHaveTextContent(`${message} Try again in 3 minutes.`);
    expect(again()).not.toBeInTheDocument();
    expect(digits()).toBe('12');
    expect(screen.queryByText(/OTP sent again/)).not.toBeInTheDocument();
    pass(150);
    expect(again()).toBeInTheDocument();
  });

  test('that the network lost can be asked for again at once', async () => {
    await goToOtpStep();
    failNetwork(SEND);
    pass(15);
    await user.click(button('Resend OTP'));
    expect(await screen.findByRole('alert')).toHaveTextContent('OTP send failed');
    expect(button('Resend OTP')).toBeEnabled();
    expect(button('Resend OTP')).toHaveFocus();
  });

  test('takes the place of what was said of the old one', async () => {
    await goToOtpStep();
    await verify('111111');
    await screen.findByRole('alert');
    pass(15);
    await user.click(button('Resend OTP'));
    await screen.findByText('OTP sent again');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(box(1)).toBeValid();
  });
});

describe('a code that did not leave', () => {
  const LATE = 'Your OTP is taking longer than usual.';
  const FAILED = 'OTP send failed. Check the number.';

  test('is announced, and no more once another is requested', async () => {
    setCodeStatus('failed', FAILED);
    await goToOtpStep();
    pass(4);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    pass(1);
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    setCodeStatus('sent');
    pass(10);
    await user.click(button('Resend OTP'));
    await screen.findByText('OTP sent again');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('is asked about until it is known', async () => {
    await goToOtpStep();
    setCodeStatus('sending');
    pass(5);
    setCodeStatus('late', LATE);
    pass(5);
    expect(await screen.findByRole('alert')).toHaveTextContent(LATE);
    setCodeStatus('sent');
    pass(5);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    setCodeStatus('failed', FAILED);
    pass(30);
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('gives way to what the server says of the digits', async () => {
    setCodeStatus('late', LATE);
    await goToOtpStep();
    pass(5);
    await screen.findByText(LATE);
    await verify('111111');
    await screen.findByText('That OTP is incorrect or has expired.');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
});

describe('Edit', () => {
  test('goes back to the number, which is kept, with the box as it was', async () => {
    await goToOtpStep();
    await user.keyboard('12');
    await user.click(button('Edit'));
    expect(field()).toHaveValue(MOBILE);
    expect(field()).toHaveFocus();
    expect(consent()).toBeChecked();
    expect(button('Continue')).toBeEnabled();
    expect(said()).not.toContain('OTP sent to +91 98765 43210');
  });

  test('and another number: a code goes there, and the count restarts', async () => {
    await goToOtpStep();
    pass(15);
    await user.click(button('Resend OTP'));
    await screen.findByText('OTP sent again');
    await user.click(button('Edit'));
    await user.clear(field());
    await user.type(field(), '9876500000');
    await user.click(button('Continue'));
    expect(await screen.findByText('+91 98765 00000')).toBeInTheDocument();
    expect(screen.queryByText(/OTP sent again/)).not.toBeInTheDocument();
    expect(digits()).toBe('');
    expect(requests.at(-1)).toEqual([SEND, { mobile: '9876500000', canWhatsapp: true }]);
  });

  test('and the same number: while its code is fresh, that code is still the one to enter', async () => {
    await goToOtpStep();
    pass(5);
    await user.click(button('Edit'));
    await user.click(button('Continue'));
    expect(box(1)).toHaveFocus();
    expect(screen.getByRole('timer')).toHaveTextContent("Didn't get it? Resend in 10 s");
    expect(requests).toHaveLength(1);
    pass(10);
    await user.click(button('Edit'));
    await user.click(button('Continue'));
    await screen.findByRole('textbox', { name: 'Digit 1' });
    expect(requests).toHaveLength(2);
  });
});
