import { QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import { answerNotFound } from '@naughty-list/service-kit/http/error-answers';
import { createApp } from '@naughty-list/service-kit/http/http';
import { REQUEST_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { createDocument, type Document, sendDocument } from './cached-response.ts';

/** A rarely used, memory-heavy part of the site, created on its first request. */
export type LazyPlugin = {
  /** The path prefix. */
  path: string;
  /** Packages that `make` imports; their presence is checked at startup. */
  packages: readonly string[];
  make: () => Promise<FastifyPluginCallback>;
  /**
   * Its only URLs below the prefix, if their responses never change: each is cached, with its compressed form, after the
   * first request. Otherwise it has all below the prefix.
   */
  fixed?: readonly string[];
  /** Transforms a page before it is sent. */
  page?: (html: string) => string;
  log: Log;
};

const KEPT = { quality: QUICK_BROTLI, headers: { 'cache-control': 'max-age=600' } };

/** Hop-by-hop headers, and those that are set again. */
const NOT_PASSED = ['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'date', 'expect'];

/**
 * Registers such a part in a scope, whose hooks apply to it. The part itself is a separate app.
 *
 * @throws Error when a package is missing
 */
export function addLazyPlugin(scope: FastifyInstance, part: LazyPlugin): void {
  for (const name of part.packages) import.meta.resolve(name);
  let made: Promise<FastifyInstance> | undefined;
  scope.register(
    (inner, _options, done) => {
      // Pass bodies through unparsed; the part parses them.
      inner.removeAllContentTypeParsers();
      inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      const kept = new Map<string, Document>();
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        // The URL of the route: clients can spell a path in many ways.
        const url = part.fixed && ['GET', 'HEAD'].includes(request.method) && request.routeOptions.url;
        const known = url && kept.get(url);
        if (known) return sendDocument(request, reply, known);
        made ??= makeApp(part).catch((error: unknown) => {
          made = undefined;
          throw error;
        });
        const answer = await (await made).inject({ ...toInjection(request), ...(url && { method: 'GET' }) });
        if (url && answer.statusCode === 200) {
          const type = String(answer.headers['content-type']);
          const document = createDocument(type, answer.rawPayload, KEPT);
          kept.set(url, document);
          return sendDocument(request, reply, document);
        }
        reply.code(answer.statusCode).headers(passed(answer.headers));
        const isPage = String(answer.headers['content-type']).startsWith('text/html');
        return reply.send(isPage && part.page ? part.page(answer.payload) : answer.rawPayload);
      };
      for (const url of part.fixed ?? ['/', '/*']) inner.all(url, handler);
      inner.addHook('onClose', async () => void (await (await made?.catch(() => undefined))?.close()));
      done();
    },
    { prefix: part.path },
  );
}

async function makeApp({ log, make }: LazyPlugin): Promise<FastifyInstance> {
  const app = createApp(log);
  app.setNotFoundHandler(answerNotFound);
  await app.register(await make());
  return app;
}

function toInjection({ id, method, url, headers, body }: FastifyRequest) {
  const payload = Buffer.isBuffer(body) && body.length > 0 ? body : undefined;
  const { 'content-type': type, ...rest } = passed(headers);
  return {
    method: method as 'GET',
    url,
    headers: {
      ...rest,
      // Some clients send a content type without a body.
      ...(payload && type !== undefined && { 'content-type': String(type) }),
      [REQUEST_ID_HEADER]: id,
    },
    ...(payload && { payload }),
  };
}

/** Headers that are passed on. */
const passed = (headers: Record<string, number | string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || NOT_PASSED.includes(name) ? [] : [[name, value]],
    ),
  );
