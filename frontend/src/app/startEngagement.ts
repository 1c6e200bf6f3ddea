import type { QueryClient } from '@tanstack/react-query';
import { accountKeys, type User } from '../features/account/queries';
import { pageData } from '../shared/lib/pageData';

/** After the first paint, and only where an id is set, hand the events and the person's id to the SDK. */
export function startEngagement(queryClient: QueryClient): void {
  const { engagement } = pageData();
  if (!engagement) return;
  whenIdle(async () => {
    const sdk = await import(/* webpackChunkName: "engagement" */ './engagement');
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    sdk.start({ ...engagement, nonce });
    followPerson(queryClient, sdk.identify);
  });
}

function followPerson(queryClient: QueryClient, identify: (person: User | null) => void): void {
  let known: string | null = null;
  const compare = () => {
    const person = queryClient.getQueryData<User | null>(accountKeys.user) ?? null;
    if ((person?._id ?? null) === known) return;
    known = person?._id ?? null;
    identify(person);
  };
  compare();
  queryClient.getQueryCache().subscribe(compare);
}

function whenIdle(act: () => void): void {
  const later = () =>
    'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 4000 }) : setTimeout(act, 1500);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
