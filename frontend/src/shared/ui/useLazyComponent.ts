import { type ComponentType, lazy, useState } from 'react';

export type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** A lazily loaded component that can be preloaded, and retried after a failure. */
export function useLazyComponent<Props extends object>(load: Load<Props>) {
  const [LazyComponent, setLazyComponent] = useState(() => lazy(load));
  return {
    LazyComponent,
    // A failure is shown when the component is opened, which retries.
    preload: () => void load().catch(() => undefined),
    retry: () => setLazyComponent(() => lazy(load)),
  };
}
