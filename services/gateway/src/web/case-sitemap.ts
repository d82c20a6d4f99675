import type { listCorroborated, listSitemapPages } from '@naughty-list/contracts/cases';
import type { EndpointAnswer } from '@naughty-list/contracts/endpoint';
import { cached } from '@naughty-list/service-kit/http/cached';
import { QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import { unavailable } from '../proxy/upstreams.ts';
import { createDocument, type Document } from '../responses/cached-response.ts';
import { createPageReader, type PageParts } from './read-for-page.ts';

/** A removed name disappears within a minute, as in the feeds. */
const TTL_MS = 30_000;
/** Cached documents; each lists up to ten thousand cases. */
const KEPT_MAX = 8;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Sitemaps of corroborated cases: one per non-empty range of case numbers, and their index. */
export function openCaseSitemap(parts: Pick<PageParts, 'upstreams' | 'agent' | 'log'> & { origin: string }) {
  const { origin, log } = parts;
  const ask = createPageReader(parts);
  const read = async (path: string) => JSON.parse((await ask(path)).text);
  const kept = cached<Promise<Document | undefined>>({ max: KEPT_MAX, ttlMs: TTL_MS });

  function xml(
    root: 'sitemapindex' | 'urlset',
    child: 'sitemap' | 'url',
    paths: readonly string[],
  ): Document {
    const entries = paths.map((path) => `<${child}><loc>${origin}${path}</loc></${child}>\n`);
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${NAMESPACE}>\n${entries.join('')}</${root}>\n`;
    // Cached for half a minute only, so compressed quickly: the best compression of ten thousand names takes 1.5 s.
    return createDocument('application/xml; charset=utf-8', text, { quality: QUICK_BROTLI });
  }

  async function index(): Promise<Document> {
    const pages: EndpointAnswer<typeof listSitemapPages> = await read('/internal/sitemap-pages');
    return xml(
      'sitemapindex',
      'sitemap',
      pages.map((page) => `/sitemap-cases-${page}.xml`),
    );
  }

  async function page(number: string): Promise<Document | undefined> {
    const usernames: EndpointAnswer<typeof listCorroborated> = await read(
      `/internal/sitemap-pages/${number}`,
    );
    if (usernames.length === 0) return undefined;
    return xml(
      'urlset',
      'url',
      usernames.map((username) => `/case/${username}`),
    );
  }

  /** The index, or a page by its number; undefined for one without cases. */
  return (number = ''): Promise<Document | undefined> =>
    kept
      .get(number, () => (number === '' ? index() : page(number)))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the cases of the sitemap could not be read');
        throw unavailable();
      });
}
