import type { Enrolled } from '../../queries';
import type { PaymentIds } from './fields';
import { razorpay } from './razorpay';

export interface WindowOptions {
  order: Enrolled;
  brand: string;
  title: string;
  onPaid: (ids: PaymentIds) => void;
  onDismiss: () => void;
  /** An attempt failed; the window stays open for another. */
  onDeclined: () => void;
}

/** A payment provider in the browser; the server says which one an order has. */
export interface PaymentProvider {
  isLoaded: () => boolean;
  loadError: string;
  /** Opens the payment window; returns a function that closes it. */
  open: (options: WindowOptions) => () => void;
}

const PROVIDERS: Readonly<Record<string, PaymentProvider>> = { razorpay };

/** Undefined where the page is older than the provider. */
export const providerNamed = (name: string): PaymentProvider | undefined => PROVIDERS[name];

const coming = new Map<string, Promise<boolean>>();

/** Loads a provider's script once and returns whether it worked; a failure is not cached. */
export function loadProvider(provider: PaymentProvider, address: string): Promise<boolean> {
  if (provider.isLoaded()) return Promise.resolve(true);
  const promise = coming.get(address) ?? load(provider, address);
  coming.set(address, promise);
  return promise;
}

function load(provider: PaymentProvider, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = address;
    const end = () => {
      const isReady = provider.isLoaded();
      if (!isReady) script.remove();
      coming.delete(address);
      resolve(isReady);
    };
    script.onload = end;
    script.onerror = end;
    document.head.append(script);
  });
}
