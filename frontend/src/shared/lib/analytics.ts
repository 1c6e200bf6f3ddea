/**
 * Analytics events, pushed to `window.dataLayer` and to the listeners.
 *
 * Events must not contain personal data.
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

/** Subscribes to all events, including earlier ones. */
export function listen(listener: Listener): void {
  for (const entry of window.dataLayer ?? []) listener(entry);
  listeners.add(listener);
}
