import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CasesNaming } from '@naughty-list/contracts/cases-naming';
import { errorStatus } from '@naughty-list/contracts/errors';
import { toTrace, tracePath } from '@naughty-list/contracts/trace-texts';
import { Trace } from '@naughty-list/contracts/traces';
import { cached } from '@naughty-list/service-kit/http/cached';
import { QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createDocument, type Document, sendDocument } from '../responses/cached-response.ts';
import type { SharedResponse } from '../responses/response-cache.ts';
import { fillOrigin } from './pages.ts';
import { type PageParts, SERVER_FOLDER } from './renderer.ts';

const FOLDER = '/trace/';
const HTML = 'text/html; charset=utf-8';
const PAGES_MAX = 100;

/** The pages of traces. Each request reads the trace's cases first, so that a page never names a removed case. */
export async function openTracePages({
  root,
  origin = '',
  renderer,
  register,
  clock,
  log,
  onPage,
}: PageParts & { onPage: (request: FastifyRequest) => void }): Promise<
  (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
> {
  const read = async (file: string) => fillOrigin(await readFile(join(root, file), 'utf8'), origin);
  const template = await read(join(SERVER_FOLDER, 'trace.html'));
  const unread = createDocument(HTML, await read('trace.html'), { status: errorStatus.service_unavailable });
  const render = (answer: object | 'none') =>
    renderer.renderTracePage(template, { answer, origin, renderedAt: clock.now().getTime() });
  const none = createDocument(HTML, await render('none'), { status: errorStatus.not_found });
  const pages = cached<Promise<Document>, SharedResponse>({ max: PAGES_MAX });

  async function pageOf(trace: Trace): Promise<Document> {
    const { kind, value } = trace;
    const of = await register.read(`/api/traces/${kind}/${encodeURIComponent(value)}`);
    const found = of.json<CasesNaming>();
    if (found.total === 0) return none;
    return pages.get(of, async () => createDocument(HTML, await render(found), { quality: QUICK_BROTLI }));
  }

  return async (request, reply) => {
    reply.header('x-robots-tag', 'noindex');
    const [path = ''] = request.url.split('?', 1);
    const trace = traceIn(path);
    if (!trace) return sendDocument(request, reply, none);
    if (tracePath(trace) !== path) return reply.redirect(tracePath(trace), 302);
    try {
      const page = await pageOf(trace);
      if (page !== none) onPage(request);
      return await sendDocument(request, reply, page);
    } catch (err) {
      log.warn({ err }, 'sending the page of a trace without its data');
      return sendDocument(request, reply.header('retry-after', '5'), unread);
    }
  };
}

/** The trace in a path, normalised; undefined if there is none. */
function traceIn(path: string): Trace | undefined {
  const [kind = '', value = '', ...rest] = path.slice(FOLDER.length).replace(/\/$/, '').split('/');
  const trace = Trace.safeParse({ kind, value: decodeURIComponent(value) });
  return trace.success && rest.length === 0 ? toTrace(trace.data.kind, trace.data.value) : undefined;
}
