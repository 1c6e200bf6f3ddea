import { use } from 'react';
import type { RouteRow } from './routeRow';
import { atHand, load } from './routing';
import { useTitle } from './useTitle';

const pending = new Map<string, ReturnType<typeof load>>();

/** Let the next try ask for its script again: the network may be back by then. */
export const forgetPending = () => pending.clear();

/** The route's own component, at once when its script is here, else as soon as it is. */
export function PageBody({ row }: { row: RouteRow }) {
  const { default: Body } = atHand(row.module) ?? use(loading(row.module));
  return (
    <>
      <RouteTitle title={row.title} />
      <Body row={row} />
    </>
  );
}

/** Before the body, so that a page which knows its title better has the last word. */
function RouteTitle({ title }: { title: string }) {
  useTitle(title);
  return null;
}

/** One promise a module: handed a fresh one after a failure, React would ask for it for ever. */
function loading(module: string) {
  const promise = pending.get(module) ?? load(module);
  pending.set(module, promise);
  return promise;
}
