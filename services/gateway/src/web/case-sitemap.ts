import type { listCorroborated, listSitemapPages } from '@naughty-list/contracts/cases';
import type { EndpointAnswer } from '@naughty-list/contracts/endpoint';
import { cached } from '@naughty-list/service-kit/http/cached';
import { QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import { unavailable } from '@naughty-list/service-kit/http/error-answers';
import { createDocument, type Document } from '../responses/cached-response.ts';
import type { SharedResponse } from '../responses/response-cache.ts';
import type { PageParts } from './renderer.ts';

/** A removed name disappears within a minute, as in the feeds. */
const TRUST_MS = 30_000;
/** Cached documents; each lists up to ten thousand cases. */
const KEPT_MAX = 8;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Sitemaps of corroborated cases: one per non-empty range of case numbers, and their index. */
export function openCaseSitemap(parts: Pick<PageParts, 'register' | 'log'> & { origin: string }) {
  const { origin, register, log } = parts;
  const documents = cached<Document, SharedResponse>({ max: KEPT_MAX });

  const read = async (path: string) => register.read(path, { trustMs: TRUST_MS });

  function xml(
    root: 'sitemapindex' | 'urlset',
    child: 'sitemap' | 'url',
    paths: readonly string[],
  ): Document {
    const entries = paths.map((path) => `<${child}><loc>${origin}${path}</loc></${child}>\n`);
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${NAMESPACE}>\n${entries.join('')}</${root}>\n`;
    // The best compression of ten thousand names takes 1.5 s.
    return createDocument('application/xml; charset=utf-8', text, { quality: QUICK_BROTLI });
  }

  async function index(): Promise<Document> {
    const response = await read('/internal/sitemap-pages');
    const pages = response.json<EndpointAnswer<typeof listSitemapPages>>();
    const paths = pages.map((page) => `/sitemap-cases-${page}.xml`);
    return documents.get(response, () => xml('sitemapindex', 'sitemap', paths));
  }

  async function page(number: string): Promise<Document | undefined> {
    const response = await read(`/internal/sitemap-pages/${number}`);
    const usernames = response.json<EndpointAnswer<typeof listCorroborated>>();
    if (usernames.length === 0) return undefined;
    const paths = usernames.map((username) => `/case/${username}`);
    return documents.get(response, () => xml('urlset', 'url', paths));
  }

  /** The index, or a page by its number; undefined for one without cases. */
  return (number?: string): Promise<Document | undefined> =>
    (number === undefined ? index() : page(number)).catch((error: unknown) => {
      log.warn({ err: error }, 'the cases of the sitemap could not be read');
      throw unavailable();
    });
}
