import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { caseTexts, isIndexed } from '@naughty-list/contracts/case-texts';
import type { Case } from '@naughty-list/contracts/cases';
import { type ErrorBody, errorStatus } from '@naughty-list/contracts/errors';
import { Username } from '@naughty-list/contracts/report-input';
import { decoded } from '@naughty-list/contracts/subject/read-x';
import { cached } from '@naughty-list/service-kit/http/cached';
import { isNotModified, QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import { unavailable } from '@naughty-list/service-kit/http/error-answers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type CachedResponse,
  cachedResponse,
  createDocument,
  type Document,
  sendCached,
  sendDocument,
} from '../responses/cached-response.ts';
import type { SharedResponse } from '../responses/response-cache.ts';
import { createCaseCards, etagOf } from './case-cards.ts';
import { fillOrigin } from './pages.ts';
import { type PageParts, SERVER_FOLDER } from './renderer.ts';

const FOLDER = '/case/';
const CARD = '/card.png';

type Answer = { shown: Case; of: SharedResponse } | 'none' | 'burned';

/**
 * For how long a case page may be outdated: statements, replies and appeals do not change the version, and comparing it
 * each time would have every case read again after each change of any report.
 */
const CASE_MS = 1_000;
const PAGES_MAX = 500;

const HTML = 'text/html; charset=utf-8';

/**
 * The pages of cases and their pictures. A case is read at most once a second, and rendered again when it has changed.
 */
export async function openCasePages(
  app: FastifyInstance,
  parts: PageParts & { notFound: Document; onPage: (request: FastifyRequest) => void },
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<unknown>> {
  const { root, origin = '', renderer, register, clock, log, notFound, onPage } = parts;
  const cards = createCaseCards(root);
  app.addHook('onClose', cards.close);
  const template = fillOrigin(await readFile(join(root, SERVER_FOLDER, 'case.html'), 'utf8'), parts.origin);
  const withoutData = fillOrigin(await readFile(join(root, 'case.html'), 'utf8'), parts.origin);
  const unreadPage = createDocument(HTML, withoutData, { status: errorStatus.service_unavailable });

  const render = (answer: object | 'none' | 'burned') =>
    renderer.renderCasePage(template, { answer, origin, renderedAt: clock.now().getTime() });
  const absent = {
    none: createDocument(HTML, await render('none'), { status: errorStatus.not_found }),
    burned: createDocument(HTML, await render('burned'), { status: errorStatus.removed_by_burn }),
  };

  async function read(name: string): Promise<Answer> {
    const of = await register.read(`/api/cases/${name.toLowerCase()}`, {
      // Randomised, so that not all cases expire at the same moment.
      trustMs: CASE_MS * (0.5 + Math.random() / 2),
      maxAgeMs: CASE_MS,
      allowed: [errorStatus.not_found, errorStatus.removed_by_burn],
    });
    if (of.status === 200) return { shown: of.json(), of };
    const { code, message } = of.json<ErrorBody>();
    if (code === 'removed_by_burn') return 'burned';
    // Compare the text: a service that lacks the endpoint responds `not_found`, too.
    if (message === caseTexts.none) return 'none';
    throw new Error(`the service answered ${of.status}: ${message}`);
  }

  const pages = cached<Promise<Document>, SharedResponse>({ max: PAGES_MAX });
  const pageOf = ({ shown, of }: Exclude<Answer, string>) =>
    pages.get(of, async () => createDocument(HTML, await render(shown), { quality: QUICK_BROTLI }));

  async function cardOf({ headers, ip }: FastifyRequest, shown: Case): Promise<CachedResponse> {
    const svg = renderer.caseCardSvg(shown, origin);
    const etag = etagOf(svg);
    return isNotModified(headers, etag)
      ? cachedResponse(304, { etag, 'cache-control': 'no-cache' })
      : cards.draw({ ip }, svg);
  }

  return async (request, reply) => {
    const [path = '', query = ''] = request.url.split(/(?=\?)/, 2);
    const isCard = path.endsWith(CARD);
    const [segment = '', ...rest] = path
      .slice(FOLDER.length, isCard ? -CARD.length : undefined)
      .replace(/\/$/, '')
      .split('/');
    if (segment === '' || rest.length > 0) return sendDocument(request, reply, notFound);
    const name = Username.safeParse(decoded(segment));
    reply.header('x-robots-tag', 'noindex');
    if (!name.success) return sendDocument(request, reply, absent.none);
    const fail = (error: unknown) => {
      log.warn({ err: error }, 'sending the page of a case without its data');
      if (isCard) throw unavailable();
      return sendDocument(request, reply.header('retry-after', '5'), unreadPage);
    };
    const answer = await read(name.data).catch(fail);
    if (answer === undefined) return undefined;
    const canonical =
      FOLDER + (typeof answer === 'string' ? name.data : answer.shown.username) + (isCard ? CARD : '');
    if (path !== canonical) return reply.header('cache-control', 'no-cache').redirect(canonical + query, 302);
    if (typeof answer === 'string') return sendDocument(request, reply, absent[answer]);
    const { status, report } = answer.shown;
    const showIndexed = () => isIndexed({ status, ...report }) && reply.removeHeader('x-robots-tag');
    if (isCard) {
      const card = await cardOf(request, answer.shown);
      showIndexed();
      return sendCached(request, reply, card);
    }
    const document = await pageOf(answer).catch(fail);
    if (document === undefined) return undefined;
    showIndexed();
    onPage(request);
    return sendDocument(request, reply, document);
  };
}
