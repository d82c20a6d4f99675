import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import { sharedRead } from '@naughty-list/service-kit/http/shared-read';
import { createDocument, type Document } from '../responses/cached-response.ts';
import { fillOrigin } from './pages.ts';
import { createPageReader, type PageParts, type ReadForPage } from './read-for-page.ts';
import { createRenderShare, type RenderShare } from './render-share.ts';
import { type Renderer, SERVER_FOLDER } from './renderer.ts';

/**
 * The page of a list with its newest entries, or with search results. Undefined while neither can be read, and while
 * too many searches are being rendered: the browser then fetches them.
 */
export type ListPage = (url: string) => Document | Promise<Document | undefined>;

type Newest = { etag: string; items: unknown[]; total: number };

const lists = [
  { path: '/', file: 'index.html', api: '/api/scammer-reports', shown: 5 },
  { path: '/nice-list', file: 'nice-list.html', api: '/api/nice-reports', shown: 20 },
] as const;

/** The minimum interval between comparisons of the list's version. */
const COMPARE_EVERY_MS = 200;
/** Pages show the age of an entry, to the minute. */
const RENDER_EVERY_MS = 60_000;
/** The search field's limit. */
const SEARCH_MAX_LENGTH = 500;

/** Templates by path. */
export async function openListPages(parts: PageParts): Promise<ReadonlyMap<string, ListPage>> {
  const { root, origin } = parts;
  const read = createPageReader(parts);
  const renderShare = createRenderShare();
  const pages = lists.map(async (list) => {
    const template = fillOrigin(await readFile(join(root, SERVER_FOLDER, list.file), 'utf8'), origin);
    const listParts = { ...list, ...parts, origin: origin ?? '', template, read, renderShare };
    return [list.path, createListPage(listParts)] as const;
  });
  return new Map(await Promise.all(pages));
}

type ListPageParts = Pick<PageParts, 'renderer' | 'clock' | 'log'> & {
  path: string;
  origin: string;
  api: string;
  shown: number;
  template: string;
  read: ReadForPage;
  renderShare: RenderShare;
};

function createListPage(parts: ListPageParts): ListPage {
  const { path, origin, api, shown, template, renderer, read, renderShare, clock, log } = parts;
  let newest: Newest | undefined;
  let comparedAt = Number.NEGATIVE_INFINITY;
  let rendered: { of: Newest; at: number; document: Document } | undefined;

  const compare = sharedRead(async (): Promise<Newest> => {
    const { status, headers, text } = await read(`${api}?limit=${shown}&offset=0`, { etag: newest?.etag });
    if (!newest || status !== 304) {
      newest = {
        etag: String(headers.etag),
        items: JSON.parse(text),
        total: Number(headers['x-total-count']),
      };
    }
    comparedAt = performance.now();
    return newest;
  });
  const justCompared = () => (performance.now() - comparedAt < COMPARE_EVERY_MS ? newest : undefined);
  const readNewest = () => justCompared() ?? compare();

  async function render(
    listed: Omit<Parameters<Renderer['renderListPage']>[1], 'renderedAt' | 'origin'>,
  ): Promise<Document> {
    const html = await renderer.renderListPage(template, {
      ...listed,
      origin,
      renderedAt: clock.now().getTime(),
    });
    return createDocument('text/html; charset=utf-8', html, { quality: QUICK_BROTLI });
  }

  const renderNewest = sharedRead(async (): Promise<Document> => {
    const of = await readNewest();
    if (rendered && isCurrent(rendered, of)) return rendered.document;
    const document = await render({ url: path, newest: of.items, total: of.total });
    rendered = { of, at: performance.now(), document };
    return document;
  });

  async function renderSearch(url: string, term: string): Promise<Document | undefined> {
    const q = encodeURIComponent(term);
    const [of, items, lookUp] = await Promise.all([
      readNewest(),
      read(`${api}/search?q=${q}`),
      read(`/api/look-up?q=${q}`),
    ]);
    const found = { term, items: JSON.parse(items.text), lookUp: JSON.parse(lookUp.text) };
    return renderShare(() =>
      render({ url: path + url.slice(url.indexOf('?')), newest: of.items, total: of.total, found }),
    );
  }

  const fail = (error: unknown) => {
    log.warn({ err: error, path }, 'sending a page without its list');
    return undefined;
  };

  return (url) => {
    const term = searchedTerm(url);
    if (term !== undefined) return renderSearch(url, term).catch(fail);
    const current = justCompared();
    if (current && rendered && isCurrent(rendered, current)) return rendered.document;
    return renderNewest().catch(fail);
  };
}

function isCurrent(rendered: { of: Newest; at: number }, newest: Newest): boolean {
  return rendered.of === newest && performance.now() - rendered.at < RENDER_EVERY_MS;
}

/** The term of `?search=`; undefined when the page shows something else. */
function searchedTerm(url: string): string | undefined {
  // Most URLs have no query; skip parsing.
  if (!url.includes('?')) return undefined;
  const query = new URL(url, 'http://gateway').searchParams;
  const term = query.get('search')?.trim();
  return term && term.length <= SEARCH_MAX_LENGTH && !query.has('view') ? term : undefined;
}
