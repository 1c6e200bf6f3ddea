import type { QueryClient } from '@tanstack/react-query';
import { accountKeys, type User } from '../../features/account/queries';
import { listen } from '../../shared/lib/analytics';
import { reloadPage } from '../../shared/lib/chunks';
import { type PageData, pageSettings } from '../../shared/lib/pageData';
import type { routeFor } from '../routing/routes';

type Sdk = Awaited<typeof import('@moengage/web-sdk')>['default'];

const WORKER = '/serviceworker.js';

/**
 * Runs the engagement SDK, with web push, while a person is logged in who consented to it: it receives the
 * analytics events and the person's id. Without a consent nothing of it loads.
 */
export function start(queryClient: QueryClient, findRoute: typeof routeFor): void {
  const firstId = consentingId(openedBy());
  let current: User | null = null;
  let running: Sdk | undefined;

  const run = async (id: string) => {
    // Events from before the consent, or of a visitor, are left out.
    let passed = id === firstId ? 0 : (window.dataLayer?.length ?? 0);
    const { default: sdk } = await import('@moengage/web-sdk');
    if (id !== consentingId(current)) return;
    if (!running) {
      running = sdk;
      initialize(sdk);
      listen(({ event, ...facts }) => {
        if (passed > 0) passed -= 1;
        else if (consentingId(current)) sdk.track_event(event, facts);
      });
    }
    sdk.add_unique_user_id(id);
  };
  const compare = () => {
    const user = queryClient.getQueryData<User | null>(accountKeys.user) ?? null;
    const [id, previousId] = [consentingId(user), consentingId(current)];
    if (id === previousId && user?._id === current?._id) return;
    current = user;
    if (previousId) running?.destroy_session();
    if (id) void run(id);
    // What the SDK does by itself ends with the document.
    else if (user) void stopPush().then(() => user._id === previousId && reloadPage());
  };

  // A page whose URL contains a key gets a document of its own, into which the SDK never loads: the browser
  // follows the link, as the router does not hear of it.
  const openApart = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
    if (link && link.origin === window.location.origin && findRoute(link.pathname).unlisted)
      event.stopPropagation();
  };

  document.addEventListener('click', openApart, true);
  compare();
  queryClient.getQueryCache().subscribe(compare);
}

const consentingId = (user: User | null | undefined): string | null =>
  user?.engagementConsent ? user._id : null;

/** Whom the server wrote the page for. */
function openedBy(): User | null {
  const { textContent } = document.getElementById('page-data') ?? {};
  return textContent ? ((JSON.parse(textContent) as PageData).user as User | null) : null;
}

const initialize = (sdk: Sdk) =>
  withNonce(() =>
    sdk.initialize({
      app_id: pageSettings().engagement?.appId,
      cluster: pageSettings().engagement?.cluster,
      debug_logs: 0,
      disable_web_push: false,
      swPath: WORKER,
    }),
  );

/** The consent may have been withdrawn on another device: this browser still has the worker. */
async function stopPush(): Promise<void> {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  const pushing = workers.filter(({ active }) => active?.scriptURL.endsWith(WORKER));
  await Promise.all(pushing.map((worker) => worker.unregister()));
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
