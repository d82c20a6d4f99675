import { answerNotFound } from '@naughty-list/service-kit/http/error-answers';
import { createApp } from '@naughty-list/service-kit/http/http';
import { REQUEST_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { traceCarrier } from '@naughty-list/service-kit/telemetry/tracing';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';

/** A rarely used, memory-heavy part of the site, created on its first request. */
export type LazyPlugin = {
  /** The path prefix: it has all below. */
  path: string;
  /** Packages that `make` imports; their presence is checked at startup. */
  packages: readonly string[];
  make: () => Promise<FastifyPluginCallback>;
  /** Transforms a page before it is sent. */
  page?: (html: string) => string;
  log: Log;
};

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
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        made ??= makeApp(part).catch((error: unknown) => {
          made = undefined;
          throw error;
        });
        const answer = await (await made).inject(toInjection(request));
        reply.code(answer.statusCode).headers(passed(answer.headers));
        const isPage = String(answer.headers['content-type']).startsWith('text/html');
        return reply.send(isPage && part.page ? part.page(answer.payload) : answer.rawPayload);
      };
      for (const url of ['/', '/*']) inner.all(url, handler);
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
      ...traceCarrier(),
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
