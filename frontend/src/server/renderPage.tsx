import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '../app/App';
import { createQueryClient } from '../app/queryClient';
import { loadI18n } from '../locales/loadI18n';
import { type PageData, setPageSettings } from '../shared/lib/pageData';

export interface PageRequest {
  /** The path and the query. */
  url: string;
  page: PageData;
}

/**
 * The HTML of a page. Its query client is made for this render only, so nothing of one person can reach
 * another's page.
 *
 * :raises: if any part of the page fails to render, or lacks data
 */
export async function renderPage({ url, page }: PageRequest): Promise<string> {
  const i18n = await loadI18n(page.locale);
  setPageSettings(page);
  const queryClient = createQueryClient(page);
  // What the page lacks cannot be fetched here: it fails at once.
  const { queries = {} } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false } });
  try {
    return await toHtml(
      <StaticRouter location={url}>
        <App queryClient={queryClient} i18n={i18n} />
      </StaticRouter>,
    );
  } finally {
    queryClient.clear();
  }
}

function toHtml(app: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(app, {
      // One piece: parts that arrive later need scripts to put them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onError: (error) => {
        reject(error);
        abort();
      },
    });
  });
}
