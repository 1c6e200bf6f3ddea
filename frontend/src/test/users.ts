import type { User } from '../features/account/queries';

type Subscription = User['activeLearnProSubscriptions'][number];

export const subscription = (overrides: Partial<Subscription> = {}): Subscription => ({
  _id: 's1',
  active: true,
  kind: 'paid',
  planName: '1 year',
  startsAt: '2026-11-01T06:00:00Z',
  endsAt: '2026-11-28T06:00:00Z',
  via: 'purchase',
  status: 'active',
  nextChangeAt: '2026-11-28T06:00:00Z',
  ...overrides,
});

/** A member with paid Pro. */
export const withPro = (overrides: Partial<User['pro']> = {}): User =>
  member({
    activeLearnProSubscriptions: [subscription()],
    pro: {
      status: 'active',
      planName: '1 year',
      endsAt: '2026-11-28T06:00:00Z',
      action: 'extend',
      ...overrides,
    },
    trial: { status: 'included', endsAt: null },
  });

/** A member on the free trial. */
export const onTrial = (): User =>
  member({
    activeLearnProSubscriptions: [subscription({ kind: 'trial', planName: 'Free trial', via: 'trial' })],
    pro: {
      status: 'trial',
      planName: 'Free trial',
      endsAt: '2026-11-28T06:00:00Z',
      action: 'replaceTrial',
    },
    trial: { status: 'active', endsAt: '2026-11-28T06:00:00Z' },
  });

export const member = (overrides: Partial<User> = {}): User => ({
  _id: 'u1',
  name: 'Ananya Iyer',
  email: '',
  emailConfirmed: false,
  mobile: '9000000001',
  state: '',
  company: '',
  gstNo: '',
  address: '',
  canWhatsapp: false,
  engagementConsent: null,
  activeLearnProSubscriptions: [],
  pro: { status: 'none', planName: null, endsAt: null, action: 'start' },
  trial: { status: 'available', endsAt: null },
  ...overrides,
});
