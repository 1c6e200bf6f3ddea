import moengage from '@moengage/web-sdk';
import { type AnalyticsEvent, listen } from '../shared/lib/analytics';

interface Person {
  _id: string;
}

/**
 * Start the engagement SDK, with push, and let it hear every event.
 *
 * The SDK writes an inline script into the page, which our policy runs only with the page's nonce.
 */
export function start({ appId, cluster, nonce }: { appId: string; cluster: string; nonce: string }): void {
  withNonce(nonce, () =>
    moengage.initialize({
      app_id: appId,
      cluster,
      debug_logs: 0,
      disable_web_push: false,
      swPath: '/serviceworker.js',
    }),
  );
  listen(({ event, ...facts }: AnalyticsEvent) => moengage.track_event(event, facts));
}

export function identify(person: Person | null): void {
  if (person) moengage.add_unique_user_id(person._id);
  else moengage.destroy_session();
}

function withNonce(nonce: string, act: () => void): void {
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
