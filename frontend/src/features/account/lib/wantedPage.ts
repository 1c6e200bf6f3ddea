import type { I18n } from '../../../shared/lib/i18n';

const CONFIRMATION = /*i18n*/ 'your confirmation';

/** What visitors call the pages that they must log in for, by route. */
const NAMES: Record<string, string> = {
  dashboard: /*i18n*/ 'Dashboard',
  'my-learnings': /*i18n*/ 'My Learnings',
  topic: /*i18n*/ 'your course',
  recording: /*i18n*/ 'your recording',
  'course-completion': /*i18n*/ 'your certificate',
  'mentorship-confirmation': CONFIRMATION,
  'live-trading-confirmation': CONFIRMATION,
  'webinar-confirmation': CONFIRMATION,
  'course-confirmation': CONFIRMATION,
  settings: /*i18n*/ 'Settings',
  'wish-list': /*i18n*/ 'your wish list',
  orders: /*i18n*/ 'Orders',
  support: /*i18n*/ 'Support',
};

export function wantedPage(route: string | undefined, i18n: I18n): string | undefined {
  const name = route && NAMES[route];
  return name && i18n._(name);
}
