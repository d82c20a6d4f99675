import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Case, caseTexts } from '@naughty-list/contracts/cases';
import { errorStatus } from '@naughty-list/contracts/errors';
import { Username } from '@naughty-list/contracts/report-input';
import { QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import { isNotModified } from '@naughty-list/service-kit/http/etag';
import { sharedRead } from '@naughty-list/service-kit/http/shared-read';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { unavailable } from '../proxy/upstreams.ts';
import { createDocument, type Document, sendCached, sendDocument } from '../responses/cached-response.ts';
import { createCaseCards, etagOf } from './case-cards.ts';
import { fillOrigin } from './pages.ts';
import { createPageReader, type PageParts } from './read-for-page.ts';
import { SERVER_FOLDER } from './renderer.ts';

const FOLDER = '/case/';
const CARD = '/card.png';

type Answer = { shown: Case; text: string } | 'none' | 'burned';

/** The number of cases whose page is cached, with its data. */
type Kept = {
  read(): Promise<Answer>;
  rendered?: { text: string; document: Promise<Document>; bytes: number };
};
const KEPT = { max: 1_000, maxSize: 48_000_000 };

const HTML = 'text/html; charset=utf-8';

type Handlers = {
  /** Undefined for a path that is not a page of the web app. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
};

/**
 * The pages of cases and their pictures. Each request revalidates with the service first, so that no page shows an
 * outdated status; a case is rendered again when it has changed.
 */
export async function openCasePages(
  app: FastifyInstance,
  parts: PageParts & { onPage: (request: FastifyRequest) => void },
): Promise<Handlers> {
  const { root, origin = '', renderer, clock, log, onPage } = parts;
  const ask = createPageReader(parts);
  const cards = createCaseCards(root);
  app.addHook('onClose', cards.close);
  const kept = new LRUCache<string, Kept>({
    ...KEPT,
    sizeCalculation: ({ rendered }) => 1 + (rendered?.bytes ?? 0),
  });
  const template = fillOrigin(await readFile(join(root, SERVER_FOLDER, 'case.html'), 'utf8'), parts.origin);
  const unread = fillOrigin(await readFile(join(root, 'case.html'), 'utf8'), parts.origin);
  const unreadPage = createDocument(HTML, unread, { status: errorStatus.service_unavailable });

  const render = (answer: object | 'none' | 'burned') =>
    renderer.renderCasePage(template, { answer, origin, renderedAt: clock.now().getTime() });
  const absent = {
    none: createDocument(HTML, await render('none'), { status: errorStatus.not_found }),
    burned: createDocument(HTML, await render('burned'), { status: errorStatus.removed_by_burn }),
  };

  async function read(name: string): Promise<Answer> {
    const { status, text } = await ask(`/api/cases/${name}`, {
      allowed: [errorStatus.not_found, errorStatus.removed_by_burn],
    });
    const body = JSON.parse(text);
    if (status === 200) return { shown: body, text };
    if (body.code === 'removed_by_burn') return 'burned';
    // Compare the text: a service that lacks the endpoint responds `not_found` too, which says nothing about the case.
    if (body.message === caseTexts.none) return 'none';
    throw new Error(`the service answered ${status}: ${body.message}`);
  }

  function keptOf(name: string): Kept {
    const key = name.toLowerCase();
    const known = kept.get(key);
    if (known) return known;
    const fresh: Kept = {
      read: sharedRead(async () => {
        const answer = await read(name);
        if (typeof answer === 'string') kept.delete(key);
        return answer;
      }),
    };
    kept.set(key, fresh);
    return fresh;
  }

  async function pageOf(
    name: string,
    one: Kept,
    { shown, text }: Exclude<Answer, string>,
  ): Promise<Document> {
    if (one.rendered?.text === text) return one.rendered.document;
    const document = render(shown).then((html) => {
      if (one.rendered?.text === text) {
        // Set again, so that the cache learns the size of the page and its compressed forms.
        one.rendered.bytes = 2 * html.length;
        if (kept.delete(name.toLowerCase())) kept.set(name.toLowerCase(), one);
      }
      return createDocument(HTML, html, { quality: QUICK_BROTLI });
    });
    one.rendered = { text, document, bytes: 0 };
    document.catch(() => {
      delete one.rendered;
    });
    return document;
  }

  async function sendCard(request: FastifyRequest, reply: FastifyReply, { shown }: Exclude<Answer, string>) {
    const svg = renderer.caseCardSvg(shown);
    const etag = etagOf(svg);
    if (isNotModified(request.headers, etag)) {
      return reply.code(304).headers({ etag, 'cache-control': 'no-cache' }).send();
    }
    return sendCached(request, reply, await cards.draw(svg));
  }

  function sendUnread(request: FastifyRequest, reply: FastifyReply, isCard: boolean) {
    if (isCard) throw unavailable();
    reply.header('retry-after', '5');
    return sendDocument(request, reply, unreadPage);
  }

  return {
    async answer(request, reply) {
      const [path = '', query] = request.url.split(/(?=\?)/, 2);
      const isCard = path.endsWith(CARD);
      const [segment = '', ...rest] = path
        .slice(FOLDER.length, isCard ? -CARD.length : undefined)
        .replace(/\/$/, '')
        .split('/');
      if (segment === '' || rest.length > 0) return undefined;
      reply.header('x-robots-tag', 'noindex');
      const name = Username.safeParse(decoded(segment));
      if (!name.success) return sendDocument(request, reply, absent.none);
      const fail = (error: unknown) => {
        log.warn({ err: error }, 'sending the page of a case without its data');
        return undefined;
      };
      const one = keptOf(name.data);
      const answer = await one.read().catch(fail);
      if (answer === undefined) return sendUnread(request, reply, isCard);
      const canonical = FOLDER + (typeof answer === 'string' ? name.data : answer.shown.username);
      if (path !== canonical + (isCard ? CARD : '')) {
        return reply
          .header('cache-control', 'no-cache')
          .redirect(canonical + (isCard ? CARD : '') + (query ?? ''), 302);
      }
      if (typeof answer === 'string') return sendDocument(request, reply, absent[answer]);
      if (answer.shown.status === 'corroborated') reply.removeHeader('x-robots-tag');
      if (isCard) return sendCard(request, reply, answer);
      const page = await pageOf(name.data, one, answer).catch(fail);
      if (page === undefined) return sendUnread(request, reply, isCard);
      onPage(request);
      return sendDocument(request, reply, page);
    },
  };
}

/** Empty if it cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '%';
  }
}
