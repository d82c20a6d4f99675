import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDocument, type Document } from '../responses/cached-response.ts';
import { clientRoutes } from './client-routes.ts';

const HTML = 'text/html; charset=utf-8';
/** Build-time placeholder for the public origin, which is known only at run time. */
const ORIGIN_PLACEHOLDER = '%PUBLIC_ORIGIN%';

export type Pages = {
  /** Each page of the app by path: prerendered, or the empty shell. */
  byPath: ReadonlyMap<string, Document>;
  notFound: Document;
  /** The page of every receipt, by response status. */
  receipt: { readonly [status in 200 | 404 | 503]: Document };
  /** `robots.txt`, `sitemap.xml` and the shell, by path. */
  files: ReadonlyMap<string, Document>;
};

/**
 * Reads the pages of a build: `index.html`, one file per prerendered page, `shell.html` for the others, `404.html`.
 * A build with only `index.html` serves it everywhere.
 */
export async function readPages(root: string, origin: string | undefined): Promise<Pages> {
  const read = (name: string) => readText(join(root, name));
  const index = await readFile(join(root, 'index.html'), 'utf8');
  const shell = (await read('shell.html')) ?? index;
  const html = (text: string, how?: Parameters<typeof createDocument>[2]) =>
    createDocument(HTML, fillOrigin(text, origin), how);

  const byPath = new Map<string, Document>();
  for (const path of clientRoutes) {
    const text = path === '/' ? index : await read(`${path.slice(1)}.html`);
    byPath.set(path, html(text ?? shell));
  }
  const receipt = (await read('receipt.html')) ?? shell;
  return {
    byPath,
    notFound: html((await read('404.html')) ?? shell, { status: 404 }),
    receipt: {
      200: html(receipt),
      404: html(receipt, { status: 404 }),
      503: html(receipt, { status: 503 }),
    },
    files: await readFiles(read, origin),
  };
}

/** A sitemap needs absolute URLs: without an origin there is none. */
async function readFiles(
  read: (name: string) => Promise<string | undefined>,
  origin: string | undefined,
): Promise<Map<string, Document>> {
  const files = new Map<string, Document>();
  // Stored by the service worker, for pages opened offline.
  const shell = await read('shell.html');
  if (shell !== undefined) files.set('/offline', createDocument(HTML, fillOrigin(shell, origin)));
  const robots = await read('robots.txt');
  if (robots !== undefined) {
    const text = origin ? fillOrigin(robots, origin) : withoutOriginLines(robots);
    files.set('/robots.txt', createDocument('text/plain; charset=utf-8', text));
  }
  const sitemap = await read('sitemap.xml');
  if (sitemap !== undefined && origin) {
    files.set('/sitemap.xml', createDocument('application/xml; charset=utf-8', fillOrigin(sitemap, origin)));
  }
  return files;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Without an origin, URLs stay relative. */
export const fillOrigin = (text: string, origin: string | undefined): string =>
  text.replaceAll(ORIGIN_PLACEHOLDER, () => origin ?? '');

/** Removes lines that need an origin. */
export const withoutOriginLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes(ORIGIN_PLACEHOLDER))
    .join('\n');
