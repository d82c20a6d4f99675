import { BEST_BROTLI, chooseEncoding, type Encoding, encode } from '@naughty-list/service-kit/http/encoding';
import { REQUEST_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A response that is built once and sent many times; the head is a flat list of names and values. */
export type CachedResponse = {
  readonly status: number;
  readonly head: readonly string[];
  /** Undefined for 204 and 304. */
  readonly bytes: Buffer | undefined;
};

/** Adds `content-length`. */
export function cachedResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes?: Buffer,
): CachedResponse {
  const length = bytes ? ['content-length', String(bytes.length)] : [];
  return { status, head: [...Object.entries(headers).flat(), ...length], bytes };
}

/**
 * Bypasses `reply.send`, which would double the cost of a response. Sends the security headers and those already set
 * on the reply, which must not overlap with the response's own.
 */
export function sendCached(
  { id }: FastifyRequest,
  reply: FastifyReply,
  { status, head, bytes }: CachedResponse,
): FastifyReply {
  const { server } = reply;
  const lines = server.securityHead.concat(head);
  lines.push(REQUEST_ID_HEADER, id);
  const own = reply.getHeaders();
  for (const name in own) lines.push(name, String(own[name]));
  if (server.isDraining()) lines.push('connection', 'close');
  reply.hijack();
  reply.raw.writeHead(status, lines);
  reply.raw.end(bytes);
  return reply;
}

/**
 * A document in each encoding, made on first use. Always sent whole and never from a client's cache, so that a release
 * shows at once and each load is counted.
 */
export type Document = { in(encoding: Encoding): CachedResponse | Promise<CachedResponse> };

export function createDocument(
  type: string,
  content: string | Buffer,
  { status = 200, quality = BEST_BROTLI, cacheControl = 'no-cache' } = {},
): Document {
  const plain = Buffer.from(content);
  const made = new Map<Encoding, CachedResponse | Promise<CachedResponse>>();
  const make = async (encoding: Encoding) => {
    const headers = {
      'content-type': type,
      'cache-control': cacheControl,
      vary: 'accept-encoding',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    const response = cachedResponse(status, headers, await encode(plain, encoding, quality));
    made.set(encoding, response);
    return response;
  };
  return {
    in(encoding) {
      const known = made.get(encoding);
      if (known !== undefined) return known;
      const making = make(encoding);
      made.set(encoding, making);
      return making;
    },
  };
}

/** Sends it in an encoding that the client accepts; synchronous when that is cached, which is nearly always. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
): FastifyReply | Promise<FastifyReply> {
  const response = document.in(chooseEncoding(request.headers['accept-encoding']?.toString()));
  return response instanceof Promise
    ? response.then((made) => sendCached(request, reply, made))
    : sendCached(request, reply, response);
}
