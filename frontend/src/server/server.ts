/**
 * Renders pages for the web server, which runs this as a child process: one JSON request a line on stdin, one
 * JSON response a line on stdout, in the same order. It ends when its stdin closes.
 */

import { createInterface } from 'node:readline';
import { loadAll } from '../app/routing/routes';
import { type PageRequest, renderPage } from './renderPage';

// Only responses may be written to stdout.
console.log = console.info = console.debug = console.error;
// A page that lacks data must fail instead of waiting for a request that cannot be made here.
globalThis.fetch = (input) => Promise.reject(new Error(`The page lacks the data of ${String(input)}`));

async function respond(line: string): Promise<object> {
  try {
    return { html: await renderPage(JSON.parse(line) as PageRequest) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function serve(): Promise<void> {
  await loadAll();
  process.stdout.write('{"ready":true}\n');
  // One after the other: the settings of the page being rendered are module state.
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(await respond(line))}\n`);
}

void serve();
