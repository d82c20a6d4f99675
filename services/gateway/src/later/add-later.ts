import { answerNotFound } from '@naughty-list/service-kit/error-answers';
import { createApp } from '@naughty-list/service-kit/http';
import type { Log } from '@naughty-list/service-kit/log';
import { REQUEST_ID_HEADER } from '@naughty-list/service-kit/service-auth';
import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify';

/** A part of the site that few ask for and that takes much memory: it is made when the first one does. */
export type LaterPart = {
  /** Below which address it lies. */
  path: string;
  /** The packages that `make` imports: they have to be there when the process starts. */
  packages: readonly string[];
  make: () => Promise<FastifyPluginCallback>;
  /** Changes a page before it is sent. */
  page?: (html: string) => string;
  log: Log;
};

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
      const handler = async (request: FastifyRequest, reply: Parameters<typeof answerNotFound>[1]) => {
        made ??= makeApp(part).catch((error: unknown) => {
          made = undefined;
          throw error;
        });
        const answer = await (await made).inject(asAsked(request));
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
