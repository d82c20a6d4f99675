import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeReady, type ReadyAnswer, sendReady } from './ready-answer.ts';

/** Build-time placeholder for the public origin, which is known only at run time. */
const ORIGIN_PLACEHOLDER = '%PUBLIC_ORIGIN%';

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * A document of the build with placeholders filled in. Each encoding is created on first use and cached. Always sent
 * whole and never from a client's cache, so that a release shows at once and each load is counted.
 */
export type Document = { ready(encoding: Encoding): ReadyAnswer | Promise<ReadyAnswer> };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** For content compressed once; use {@link QUICK_BROTLI} for content generated per request. */
const BEST_BROTLI = 11;
export const QUICK_BROTLI = 4;

export function createDocument(
  type: string,
  content: string | Buffer,
  { status = 200, quality = BEST_BROTLI, cacheControl = 'no-cache' } = {},
): Document {
  const plain = Buffer.from(content);
  const made = new Map<Encoding, ReadyAnswer | Promise<ReadyAnswer>>();
  const make = async (encoding: Encoding) => {
    const headers = {
      'content-type': type,
      'cache-control': cacheControl,
      vary: 'accept-encoding',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    const ready = makeReady(status, headers, await encode(plain, encoding, quality));
    made.set(encoding, ready);
    return ready;
  };
  return {
    ready: (encoding) => {
      const known = made.get(encoding);
      if (known !== undefined) return known;
      const making = make(encoding);
      made.set(encoding, making);
      return making;
    },
  };
}

async function encode(plain: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'identity') return plain;
  if (encoding === 'gzip') return zip(plain);
  const { BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_QUALITY } = constants;
  return brotli(plain, {
    params: { [BROTLI_PARAM_SIZE_HINT]: plain.length, [BROTLI_PARAM_QUALITY]: quality },
  });
}

/** Without an origin, URLs stay relative. */
export const fillOrigin = (text: string, origin: string | undefined): string =>
  text.replaceAll(ORIGIN_PLACEHOLDER, () => origin ?? '');

/** Removes lines that need an origin. */
export const withoutOriginLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes(ORIGIN_PLACEHOLDER))
    .join('\n');

/** Accept-Encoding has few distinct values, so results are cached. */
const chosen = new Map<string, Encoding>();
const CHOSEN_MAX = 1_000;
/** Longer values are not cached: clients control them. */
const KEPT_MAX_LENGTH = 100;

/** The response encoding: brotli if accepted, then gzip. `q=0` excludes one. */
export function chooseEncoding(acceptEncoding = ''): Encoding {
  const known = chosen.get(acceptEncoding);
  if (known !== undefined) return known;
  const encoding = readAcceptEncoding(acceptEncoding);
  if (chosen.size >= CHOSEN_MAX) chosen.clear();
  if (acceptEncoding.length <= KEPT_MAX_LENGTH) chosen.set(acceptEncoding, encoding);
  return encoding;
}

function readAcceptEncoding(acceptEncoding: string): Encoding {
  const accepted = acceptEncoding
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

/** Sends it in an encoding that the client accepts; synchronous when that is cached, which is nearly always. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
): FastifyReply | Promise<FastifyReply> {
  const ready = document.ready(chooseEncoding(request.headers['accept-encoding']?.toString()));
  return ready instanceof Promise
    ? ready.then((made) => sendReady(request, reply, made))
    : sendReady(request, reply, ready);
}
