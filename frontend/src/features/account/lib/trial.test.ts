import { member, withPro } from '../../../test/users';
import type { User } from '../queries';
import { trialText } from './trial';

const ENDS = '2026-11-27T20:00:00Z';
const text = (status: User['trial']['status'], endsAt: string | null = ENDS) =>
  trialText(member({ trial: { status, endsAt } }));

test('a trial that can be started needs no words', () => {
  expect(text('available', null)).toBeNull();
});

test.each([
  ['active', 'Your free trial is active until Sat, 28 Nov 2026.'],
  ['used', 'Your free trial ended on Sat, 28 Nov 2026. Each mobile number gets one trial.'],
] as const)('a trial that is %s', (status, expected) => {
  expect(text(status)).toBe(expected);
});

test.each([
  [ENDS, 'You have Pro until Sat, 28 Nov 2026. It includes everything in the trial.'],
  [null, 'You have Pro. It includes everything in the trial.'],
])('Pro that ends at %s includes it', (endsAt, expected) => {
  expect(trialText(withPro({ endsAt }))).toBe(expected);
});
