import { use } from 'react';
import { atHand, load, type RouteRow } from './routing';
import { useTitle } from './useTitle';

const pending = new Map<string, ReturnType<typeof load>>();

/** The route's own component, at once when its script is here, else as soon as it is. */
export function PageBody({ row }: { row: RouteRow }) {
  useTitle(row.title);
  const { default: Body } = atHand(row.module) ?? use(loading(row.module));
  return <Body row={row} />;
}

/** One promise a module: React must be handed the same one on every try. */
function loading(module: string) {
  let promise = pending.get(module);
  if (!promise) {
    promise = load(module).catch((error: unknown) => {
      // The next try must ask again: the network may be back by then.
      pending.delete(module);
      throw error;
    });
    pending.set(module, promise);
  }
  return promise;
}
