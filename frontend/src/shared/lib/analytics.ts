/**
 * What people do here, told to `window.dataLayer` and, through it, to whoever listens.
 *
 * Nothing that names a person goes in: events say what happened, not to whom.
 */

export interface AnalyticsEvent {
  event: string;
  [fact: string]: unknown;
}

declare global {
  interface Window {
    dataLayer?: AnalyticsEvent[];
  }
}

type Listener = (event: AnalyticsEvent) => void;

const listeners = new Set<Listener>();

export function track(event: string, facts: Record<string, unknown> = {}): void {
  const entry = { event, ...facts };
  window.dataLayer ??= [];
  window.dataLayer.push(entry);
  for (const listener of listeners) listener(entry);
}

/** Hear every event: those told already first, then each as it comes. */
export function listen(listener: Listener): void {
  for (const entry of window.dataLayer ?? []) listener(entry);
  listeners.add(listener);
}
