import { use } from 'react';
import { reloadOnce } from '../../shared/lib/chunks';
import type { RouteRow } from '../routing/routeRow';
import { load, loadedModule } from '../routing/routes';
import { useTitle } from './useTitle';
import { useTypedText } from './useTypedText';

const pending = new Map<string, ReturnType<typeof load>>();

/** Lets the next attempt load the script again. */
export const clearPending = () => pending.clear();

/** The route's component; suspends while its script loads. */
export function PageBody({ row }: { row: RouteRow }) {
  useTypedText();
  const { default: Body } = loadedModule(row.module) ?? use(loading(row.module));
  return (
    <>
      <RouteTitle title={row.title} />
      <Body row={row} />
    </>
  );
}

/** Rendered before the body, so that a page can override the title. */
function RouteTitle({ title }: { title: string }) {
  useTitle(title);
  return null;
}

/** The same promise for each render: with a new one after every failure React would suspend forever. */
function loading(module: string) {
  const promise = pending.get(module) ?? load(module).catch((error) => reloadOnce(error));
  pending.set(module, promise);
  return promise;
}
