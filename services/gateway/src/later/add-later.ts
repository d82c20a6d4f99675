import { answerNotFound } from '@naughty-list/service-kit/error-answers';
import { createApp } from '@naughty-list/service-kit/http';
import type { Log } from '@naughty-list/service-kit/log';
import { REQUEST_ID_HEADER } from '@naughty-list/service-kit/service-auth';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { createDocument, type Document, QUICK_BROTLI, sendDocument } from '../web/document.ts';

/** A part of the site that few ask for and that takes much memory: it is made when the first one does. */
export type LaterPart = {
  /** Below which address it lies. */
  path: string;
  /** The packages that `make` imports: they have to be there when the process starts. */
  packages: readonly string[];
  make: () => Promise<FastifyPluginCallback>;
  /** Whether its answers never change: each is kept, compressed too, and the part is asked for it once. */
  fixed?: boolean;
  /** Changes a page before it is sent. */
  page?: (html: string) => string;
  log: Log;
};

/** More than such a part has addresses. */
const KEPT_MAX = 64;
const KEPT = { quality: QUICK_BROTLI, cacheControl: 'max-age=600' };

/** Of no meaning for the part, or told anew. */
const UNTOLD = ['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'date', 'expect'];

/**
 * Adds such a part to a scope, whose hooks hold for all of it. Behind them it is an app of its own.
 *
 * @throws Error where a package is missing
 */
export function addLater(scope: FastifyInstance, part: LaterPart): void {
  for (const name of part.packages) import.meta.resolve(name);
  let made: Promise<FastifyInstance> | undefined;
  scope.register(
    (inner, _options, done) => {
      // Bodies pass as they are: the part reads them.
      inner.removeAllContentTypeParsers();
      inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      const kept = new Map<string, Document>();
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const [path = ''] = request.url.split('?', 1);
        const known = request.method === 'GET' ? kept.get(path) : undefined;
        if (known) return sendDocument(request, reply, known);
        made ??= makeApp(part).catch((error: unknown) => {
          made = undefined;
          throw error;
        });
        const answer = await (await made).inject(asAsked(request));
        if (part.fixed && request.method === 'GET' && answer.statusCode === 200 && kept.size < KEPT_MAX) {
          const type = String(answer.headers['content-type']);
          const document = createDocument(type, answer.rawPayload, KEPT);
          kept.set(path, document);
          return sendDocument(request, reply, document);
        }
        reply.code(answer.statusCode).headers(told(answer.headers));
        const isPage = String(answer.headers['content-type']).startsWith('text/html');
        return reply.send(isPage && part.page ? part.page(answer.payload) : answer.rawPayload);
      };
      inner.all('/', handler);
      inner.all('/*', handler);
      inner.addHook('onClose', async () => void (await (await made?.catch(() => undefined))?.close()));
      done();
    },
    { prefix: part.path },
  );
}

async function makeApp({ log, make }: LaterPart): Promise<FastifyInstance> {
  const app = createApp(log);
  app.setNotFoundHandler(answerNotFound);
  await app.register(await make());
  return app;
}

function asAsked({ id, method, url, headers, body }: FastifyRequest) {
  const payload = Buffer.isBuffer(body) && body.length > 0 ? body : undefined;
  const { 'content-type': type, ...rest } = told(headers);
  return {
    method: method as 'GET',
    url,
    headers: {
      ...rest,
      // Some clients name a type where there is no body.
      ...(payload && type !== undefined && { 'content-type': String(type) }),
      [REQUEST_ID_HEADER]: id,
    },
    ...(payload && { payload }),
  };
}

/** Headers that pass from one to the other. */
const told = (headers: Record<string, number | string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || UNTOLD.includes(name) ? [] : [[name, value]],
    ),
  );
