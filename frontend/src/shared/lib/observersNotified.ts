import { notifyManager } from '@tanstack/react-query';

/**
 * Resolves once the query observers have the new data: they are notified in the next task. A mutation's
 * callbacks that move the focus or remount a component must not run before that.
 */
export const observersNotified = () => new Promise<void>((resolve) => notifyManager.schedule(resolve));
