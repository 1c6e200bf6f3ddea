/**
 * Renders pages for the web server, which runs this as a child process: one JSON request a line on stdin, one
 * JSON response a line on stdout, with the request's id. Ids count up from 1, so that neither side can take a
 * line for another; with any other line it ends, as when its stdin closes.
 */

import { createInterface } from 'node:readline';
import { loadAll } from '../app/routing/routes';
import { type PageRequest, renderPage } from './renderPage';

// Only responses may be written to stdout.
console.log = console.info = console.debug = console.error;
// A page that lacks data must fail instead of waiting for a request that cannot be made here.
globalThis.fetch = (input) => Promise.reject(new Error(`The page lacks the data of ${String(input)}`));

async function respond(request: PageRequest): Promise<object> {
  try {
    return { html: await renderPage(request) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function serve(): Promise<void> {
  await loadAll();
  let id = 0;
  const write = (response: object) => process.stdout.write(`${JSON.stringify({ id, ...response })}\n`);
  write({ ready: true });
  // One after the other: the settings of the page being rendered are module state.
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as PageRequest & { id: number };
    id += 1;
    if (request.id !== id) throw new Error(`Request ${request.id} came in place of ${id}`);
    write(await respond(request));
  }
}

void serve();
