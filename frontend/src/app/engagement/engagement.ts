import moengage from '@moengage/web-sdk';
import type { QueryClient } from '@tanstack/react-query';
import { accountKeys, type User } from '../../features/account/queries';
import { type AnalyticsEvent, listen } from '../../shared/lib/analytics';

interface Setup {
  appId: string;
  cluster: string;
}

/** Its URL contains the key to somebody's request, which no script of others may read. */
const PRIVATE_PATH = '/support/request';

/**
 * Starts the engagement SDK with web push: it receives every analytics event and the id of the logged-in
 * person.
 */
export function start({ appId, cluster }: Setup, queryClient: QueryClient): void {
  if (window.location.pathname.startsWith(PRIVATE_PATH)) return;
  withNonce(() =>
    moengage.initialize({
      app_id: appId,
      cluster,
      debug_logs: 0,
      disable_web_push: false,
      swPath: '/serviceworker.js',
    }),
  );
  listen(({ event, ...facts }: AnalyticsEvent) => moengage.track_event(event, facts));
  followPerson(queryClient);
}

function followPerson(queryClient: QueryClient): void {
  let currentId: string | null = null;
  const compare = () => {
    const id = queryClient.getQueryData<User | null>(accountKeys.user)?._id ?? null;
    if (id === currentId) return;
    currentId = id;
    if (id) moengage.add_unique_user_id(id);
    else moengage.destroy_session();
  };
  compare();
  queryClient.getQueryCache().subscribe(compare);
}

/** The SDK adds an inline script, which the Content-Security-Policy allows only with the page's nonce. */
function withNonce(act: () => void): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  const create = document.createElement;
  document.createElement = function createWithNonce(
    this: Document,
    name: string,
    options?: ElementCreationOptions,
  ) {
    const element = create.call(this, name, options);
    if (name.toLowerCase() === 'script') element.nonce = nonce;
    return element;
  } as typeof document.createElement;
  try {
    act();
  } finally {
    document.createElement = create;
  }
}
