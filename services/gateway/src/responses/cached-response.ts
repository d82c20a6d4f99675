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
 * Sends a cached response past `reply.send`, which would double its cost, with the security headers and those already set
 * on the reply. The reply's must not overlap with the response's own. Returns nothing, because replies are thenable: a
 * handler that passed one through `await` would get undefined.
 */
export function sendCached(
  { id }: FastifyRequest,
  reply: FastifyReply,
  { status, head, bytes }: CachedResponse,
): void {
  const { server } = reply;
  const own = reply.getHeaders();
  const lines = server.securityHead.filter((_, at, all) => !((all[at - (at % 2)] ?? '') in own)).concat(head);
  lines.push(REQUEST_ID_HEADER, id);
  for (const name in own) lines.push(name, String(own[name]));
  if (server.isDraining()) lines.push('connection', 'close');
  reply.hijack();
  reply.raw.writeHead(status, lines);
  reply.raw.end(bytes);
}

/** Clients must revalidate, so that a release shows at once and each load is counted. */
const REVALIDATED = { 'cache-control': 'no-cache' };

/** A document in each encoding, made on first use. */
export type Document = { in(encoding: Encoding): Promise<CachedResponse> };

type DocumentOptions = {
  status?: number;
  quality?: number;
  headers?: Readonly<Record<string, string>>;
  isCompressed?: boolean;
};

export function createDocument(
  type: string,
  content: string | Buffer,
  { status = 200, quality = BEST_BROTLI, headers = REVALIDATED, isCompressed = true }: DocumentOptions = {},
): Document {
  const plain = Buffer.from(content);
  const made = new Map<Encoding, Promise<CachedResponse>>();
  const make = async (encoding: Encoding) => {
    const whole = {
      'content-type': type,
      ...headers,
      vary: 'accept-encoding',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    return cachedResponse(status, whole, await encode(plain, encoding, quality));
  };
  return {
    in(accepted) {
      const encoding = isCompressed ? accepted : 'identity';
      const response = made.get(encoding) ?? make(encoding);
      made.set(encoding, response);
      return response;
    },
  };
}

/** Sends a document in an encoding that the client accepts. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
): Promise<void> {
  const encoding = chooseEncoding(request.headers['accept-encoding']?.toString());
  sendCached(request, reply, await document.in(encoding));
}
