import { member, onTrial, withPro } from '../../../test/users';
import { proStatus } from './proStatus';

test('without Pro there is nothing to say', () => {
  expect(proStatus(member().pro)).toBeNull();
});

test.each([
  [
    withPro(),
    '1 year',
    'Your Pro is active until Sat, 28 Nov 2026.',
    "A plan you add starts on Sat, 28 Nov 2026, so you don't lose any days.",
  ],
  [
    withPro({ endsAt: null, action: null }),
    '1 year',
    'Your Pro is active, with no end date.',
    'It does not expire, so it cannot be extended.',
  ],
  [
    onTrial(),
    'Free trial',
    'Your free trial includes Pro courses until Sat, 28 Nov 2026. Live webinars are not included.',
    'A paid plan starts immediately and ends the trial.',
  ],
])('%# reads its name, its end and what a plan does', ({ pro }, name, line, next) => {
  expect(proStatus(pro)).toEqual({ name, line, next });
});
