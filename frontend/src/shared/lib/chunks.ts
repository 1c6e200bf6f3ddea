import { checkConnection } from './connection';

const KEY = 'reloaded';

/** Whether a script or a style sheet of the build failed to load. */
export const isChunkError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'ChunkLoadError';

export const reloadPage = () => location.reload();

/**
 * After a deploy an open tab asks for files that are gone. A page whose file is not there is loaded from the
 * server, once for each file: its name is new in each build.
 *
 * :raises: the error, if the site cannot be reached or a reload did not help
 */
export async function reloadOnce(error: unknown, reload = reloadPage): Promise<never> {
  if (isChunkError(error) && (await checkConnection()) && isFirst(error.message)) {
    reload();
    await new Promise(() => {});
  }
  throw error;
}

/** False also where nothing can be stored: a page must not reload for ever. */
function isFirst(failure: string): boolean {
  try {
    const before = sessionStorage.getItem(KEY);
    sessionStorage.setItem(KEY, failure);
    return before !== failure;
  } catch {
    return false;
  }
}
