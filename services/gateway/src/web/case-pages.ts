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
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type CachedResponse,
  cachedResponse,
  createDocument,
  type Document,
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
const NOT_INDEXED = { 'x-robots-tag': 'noindex' };

/** The response for a path below `/case/`: a redirect, a picture or a page. */
export type CaseAnswer = { headers: Record<string, string> } & (
  | { location: string }
  | { card: CachedResponse }
  | { document: Document }
);

type CasePages = {
  /** Undefined for a path that is not a page of the web app. */
  answer(request: FastifyRequest): Promise<CaseAnswer | undefined>;
};

/**
 * The pages of cases and their pictures. A case is read at most once a second, and rendered again when it has changed.
 */
export async function openCasePages(
  app: FastifyInstance,
  parts: PageParts & { onPage: (request: FastifyRequest) => void },
): Promise<CasePages> {
  const { root, origin = '', renderer, register, clock, log, onPage } = parts;
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

  function unread(isCard: boolean): CaseAnswer {
    if (isCard) throw unavailable();
    return { document: unreadPage, headers: { ...NOT_INDEXED, 'retry-after': '5' } };
  }

  return {
    async answer(request) {
      const [path = '', query = ''] = request.url.split(/(?=\?)/, 2);
      const isCard = path.endsWith(CARD);
      const [segment = '', ...rest] = path
        .slice(FOLDER.length, isCard ? -CARD.length : undefined)
        .replace(/\/$/, '')
        .split('/');
      if (segment === '' || rest.length > 0) return undefined;
      const name = Username.safeParse(decoded(segment));
      if (!name.success) return { document: absent.none, headers: NOT_INDEXED };
      const fail = (error: unknown) => {
        log.warn({ err: error }, 'sending the page of a case without its data');
        return undefined;
      };
      const answer = await read(name.data).catch(fail);
      if (answer === undefined) return unread(isCard);
      const canonical =
        FOLDER + (typeof answer === 'string' ? name.data : answer.shown.username) + (isCard ? CARD : '');
      if (path !== canonical)
        return { location: canonical + query, headers: { ...NOT_INDEXED, 'cache-control': 'no-cache' } };
      if (typeof answer === 'string') return { document: absent[answer], headers: NOT_INDEXED };
      const { status, report } = answer.shown;
      const headers = isIndexed({ status, ...report }) ? {} : NOT_INDEXED;
      if (isCard) return { card: await cardOf(request, answer.shown), headers };
      const document = await pageOf(answer).catch(fail);
      if (document === undefined) return unread(isCard);
      onPage(request);
      return { document, headers };
    },
  };
}
