import type { User } from '../features/account/queries';

type Subscription = User['activeLearnProSubscriptions'][number];

export const subscription = (overrides: Partial<Subscription> = {}): Subscription => ({
  _id: 's1',
  active: true,
  kind: 'paid',
  planName: '1 year',
  startsAt: '2026-11-01T06:00:00Z',
  endsAt: '2026-11-28T06:00:00Z',
  ...overrides,
});

export const member = (overrides: Partial<User> = {}): User => ({
  _id: 'u1',
  name: 'Ananya Iyer',
  email: '',
  mobile: '9000000001',
  state: '',
  company: '',
  gstNo: '',
  address: '',
  canWhatsapp: false,
  activeLearnProSubscriptions: [],
  ...overrides,
});
