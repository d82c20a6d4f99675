import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { answerNotFound } from '@naughty-list/service-kit/http/error-answers';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inScope } from '../proxy/proxy.ts';
import { createDocument, sendDocument } from '../responses/cached-response.ts';
import { openCasePages } from './case-pages.ts';
import { openListPages } from './list-pages.ts';
import { readPages } from './pages.ts';
import { createReceiptPage } from './receipt-page.ts';
import { loadRenderer, type PageParts } from './renderer.ts';
import { openTracePages } from './trace-pages.ts';

export type WebAppOptions = {
  /** Folder of the built app. */
  root: string;
  /** The public origin. */
  origin: string | undefined;
  /** Seconds to wait if the client has opened too many pages. */
  budget: (request: FastifyRequest) => number | undefined;
  /** Reads lists and cases. */
  parts: Pick<PageParts, 'register' | 'clock' | 'log'>;
  /** Called for each served page. */
  onPage: (request: FastifyRequest) => void;
};

/** Serves the built web app: its files, its pages, and Page Not Found for everything else. */
export async function addWebApp(
  app: FastifyInstance,
  { root, origin, budget, parts, onPage }: WebAppOptions,
): Promise<void> {
  const pages = await readPages(root, origin);
  const renderer = await loadRenderer(root);
  const rendered = renderer && { ...parts, root, origin, renderer };
  const listPages = rendered ? await openListPages(rendered) : undefined;
  /** Responds 429 once the client has opened too many pages. */
  const limited =
    (send: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const retryAfter = budget(request);
      return retryAfter === undefined ? send(request, reply) : refuse(request, reply, retryAfter);
    };
  const sendNotFound = limited((request, reply) => sendDocument(request, reply, pages.notFound));
  for (const [path, page] of pages.byPath) {
    const sendPage = limited((request, reply) => {
      onPage(request);
      if (isPrivatePage(path)) reply.header('x-robots-tag', 'noindex, nofollow');
      const send = (document = page) => sendDocument(request, reply, document);
      const filled = listPages?.get(path)?.(request.url);
      return filled ? filled.then(send) : send();
    });
    for (const url of path === '/' ? [path] : [path, `${path}/`]) app.get(url, sendPage);
  }
  if (rendered) {
    const { notFound } = pages;
    app.get('/case/*', limited(await openCasePages(app, { ...rendered, notFound, onPage })));
    app.get('/trace/*', limited(await openTracePages({ ...rendered, onPage })));
  }
  app.get('/receipt/*', limited(createReceiptPage({ pages, parts, onPage })));
  for (const [path, file] of pages.files) {
    app.get(path, (request, reply) => sendDocument(request, reply, file));
  }
  await inScope(app, (files) => {
    // Treat a refused path (dot segments, encoded slashes) as not found.
    files.setErrorHandler((error: FastifyError, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      reply.callNotFound();
    });
    files.register(fastifyStatic, {
      root,
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      // Pages are served at their own paths with placeholders filled; as files they would be templates.
      allowedPath: (path) => !/\.html(\.\w+)?$|^\/(sitemap\.xml|robots\.txt)/i.test(path),
      setHeaders: (reply, path) => {
        reply.header('cache-control', cacheControl(path.slice(root.length)));
        // Browser wallets show the icon of a payment request.
        if (path === join(root, 'art', 'icon-512.png'))
          reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
  });
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? sendNotFound(request, reply) : answerNotFound(request, reply),
  );
}

const tooMany = createDocument(
  'text/html; charset=utf-8',
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Too many pages at once</title>
<h1>Ho ho hold on</h1>
<p>So many pages were opened from your network that the elves cannot keep up. Please try again in a minute.</p>
</html>
`,
  { status: 429 },
);

function refuse(request: FastifyRequest, reply: FastifyReply, retryAfter: number) {
  reply.header('retry-after', String(retryAfter));
  return sendDocument(request, reply, tooMany);
}

/** Not for search engines: without a session or case code these pages are only forms. */
const isPrivatePage = (path: string) =>
  ['/appeal', '/my-report', '/admin'].includes(path) || path.startsWith('/admin/');

/** Vite puts a content hash into asset names. */
function cacheControl(path: string): string {
  return /[\\/]assets[\\/].+-[\w-]{8,}\.\w+/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

function isPage({ method, url }: FastifyRequest): boolean {
  return ['GET', 'HEAD'].includes(method) && !/^\/(api|assets|health|internal)([/?]|$)/.test(url);
}
