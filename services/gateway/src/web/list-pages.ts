import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '@naughty-list/service-kit/http/cached';
import { QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import { createDocument, type Document } from '../responses/cached-response.ts';
import type { SharedResponse } from '../responses/response-cache.ts';
import { fillOrigin } from './pages.ts';
import {
  createRenderShare,
  type PageParts,
  type Renderer,
  type RenderShare,
  SERVER_FOLDER,
} from './renderer.ts';

/**
 * The page of a list with its newest entries, or with search results. Undefined while neither can be read, and while
 * too many searches are being rendered: the browser then fetches them.
 */
export type ListPage = (url: string) => Promise<Document | undefined>;

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
  const renderShare = createRenderShare();
  const pages = lists.map(async (list) => {
    const template = fillOrigin(await readFile(join(root, SERVER_FOLDER, list.file), 'utf8'), origin);
    const listParts = { ...list, ...parts, origin: origin ?? '', template, renderShare };
    return [list.path, createListPage(listParts)] as const;
  });
  return new Map(await Promise.all(pages));
}

type Found = NonNullable<Parameters<Renderer['renderListPage']>[1]['found']>;

type ListPageParts = (typeof lists)[number] &
  Omit<PageParts, 'origin'> & { origin: string; template: string; renderShare: RenderShare };

function createListPage(parts: ListPageParts): ListPage {
  const { path, origin, api, shown, template, renderer, register, renderShare, clock, log } = parts;
  const newestPath = `${api}?limit=${shown}&offset=0`;
  const pages = cached<Promise<Document>, SharedResponse>({ max: 1, ttlMs: RENDER_EVERY_MS });

  const readNewest = () => register.read(newestPath, { trustMs: COMPARE_EVERY_MS });

  async function render(url: string, newest: SharedResponse, found?: Found): Promise<Document> {
    const html = await renderer.renderListPage(template, {
      url,
      newest: newest.json(),
      total: Number(newest.headers['x-total-count']),
      ...(found ? { found } : {}),
      origin,
      renderedAt: clock.now().getTime(),
    });
    return createDocument('text/html; charset=utf-8', html, { quality: QUICK_BROTLI });
  }

  async function newestPage(): Promise<Document> {
    const of = await readNewest();
    return pages.get(of, () => render(path, of));
  }

  async function searchPage(url: string, term: string): Promise<Document | undefined> {
    const query = new URLSearchParams({ q: term });
    const [newest, items, lookUp] = await Promise.all([
      readNewest(),
      register.read(`${api}/search?${query}`),
      register.read(`/api/look-up?${query}`),
    ]);
    const found = { term, items: items.json<unknown[]>(), lookUp: lookUp.json() };
    return renderShare(() => render(path + url.slice(url.indexOf('?')), newest, found));
  }

  return (url) => {
    const term = searchedTerm(url);
    return (term === undefined ? newestPage() : searchPage(url, term)).catch((error: unknown) => {
      log.warn({ err: error, path }, 'sending a page without its list');
      return undefined;
    });
  };
}

/** The term of `?search=`; undefined when the page shows something else. */
function searchedTerm(url: string): string | undefined {
  // Most URLs have no query; skip parsing.
  if (!url.includes('?')) return undefined;
  const query = new URL(url, 'http://gateway').searchParams;
  const term = query.get('search')?.trim();
  return term && term.length <= SEARCH_MAX_LENGTH && !query.has('view') ? term : undefined;
}
