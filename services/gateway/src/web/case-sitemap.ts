import type { listCorroborated, listSitemapPages } from '@naughty-list/contracts/cases';
import type { EndpointAnswer } from '@naughty-list/contracts/endpoint';
import { QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import { unavailable } from '@naughty-list/service-kit/http/error-answers';
import { LRUCache } from 'lru-cache';
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
  const documents = new LRUCache<SharedResponse, Document>({ max: KEPT_MAX });

  async function read(
    path: string,
    write: (response: SharedResponse) => Document | undefined,
  ): Promise<Document | undefined> {
    const response = await register.read(path, { trustMs: TRUST_MS });
    const document = documents.get(response) ?? write(response);
    if (document) documents.set(response, document);
    return document;
  }

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

  function index(response: SharedResponse): Document {
    const pages = response.json<EndpointAnswer<typeof listSitemapPages>>();
    return xml(
      'sitemapindex',
      'sitemap',
      pages.map((page) => `/sitemap-cases-${page}.xml`),
    );
  }

  function page(response: SharedResponse): Document | undefined {
    const usernames = response.json<EndpointAnswer<typeof listCorroborated>>();
    if (usernames.length === 0) return undefined;
    return xml(
      'urlset',
      'url',
      usernames.map((username) => `/case/${username}`),
    );
  }

  /** The index, or a page by its number; undefined for one without cases. */
  return (number?: string): Promise<Document | undefined> =>
    (number === undefined
      ? read('/internal/sitemap-pages', index)
      : read(`/internal/sitemap-pages/${number}`, page)
    ).catch((error: unknown) => {
      log.warn({ err: error }, 'the cases of the sitemap could not be read');
      throw unavailable();
    });
}
