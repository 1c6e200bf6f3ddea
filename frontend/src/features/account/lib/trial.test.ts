import { member, subscription } from '../../../test/users';
import { trialText } from './trial';

const ENDS = '2026-11-27T20:00:00Z';
const line = (...owned: Parameters<typeof subscription>[0][]) =>
  trialText(member({ activeLearnProSubscriptions: owned.map(subscription) }));

// apps/site/tests/test_trial.py has the same table.
test.each([
  ['nothing', line(), null],
  ['a trial', line({ kind: 'trial', endsAt: ENDS }), 'Your free trial is active until Sat, 28 Nov 2026.'],
  [
    'Pro',
    line({ kind: 'paid', endsAt: ENDS }),
    'You have Pro until Sat, 28 Nov 2026. It includes everything in the trial.',
  ],
  [
    'Pro without an end',
    line({ kind: 'paid', endsAt: null }),
    'You have Pro. It includes everything in the trial.',
  ],
  [
    'a trial that ended',
    line({ kind: 'trial', endsAt: ENDS, active: false }),
    'Your free trial ended on Sat, 28 Nov 2026. Each mobile number gets one trial.',
  ],
  ['Pro that ended, and no trial yet', line({ kind: 'paid', active: false }), null],
  [
    'Pro and a trial that ended',
    line({ kind: 'paid', active: false }, { kind: 'trial', endsAt: ENDS, active: false }),
    'Your free trial ended on Sat, 28 Nov 2026. Each mobile number gets one trial.',
  ],
  [
    'Pro after a trial',
    line({ kind: 'paid', endsAt: ENDS }, { kind: 'trial', active: false }),
    'You have Pro until Sat, 28 Nov 2026. It includes everything in the trial.',
  ],
])('a member with %s', (_, said, expected) => {
  expect(said).toBe(expected);
});
