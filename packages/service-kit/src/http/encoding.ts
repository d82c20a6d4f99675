import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cached } from './cached.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** For text that is compressed once. */
export const BEST_BROTLI = 11;
/** For text that is compressed per request. */
export const QUICK_BROTLI = 4;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** `Accept-Encoding` has few distinct values; long ones are chosen by clients. */
const chosen = cached<Encoding>({ max: 1_000, longestKey: 100 });

/** The response encoding: brotli if accepted by name, then gzip, also for `*` and `x-gzip`. `q=0` excludes one. */
export const chooseEncoding = (acceptEncoding = ''): Encoding =>
  chosen.get(acceptEncoding, readAcceptEncoding);

function readAcceptEncoding(acceptEncoding: string): Encoding {
  const accepted = new Map(
    acceptEncoding
      .toLowerCase()
      .replaceAll('x-gzip', 'gzip')
      .split(',')
      .map((part) => [part.split(';', 1)[0]?.trim(), !/;\s*q\s*=\s*0(\.0*)?\s*$/.test(part)]),
  );
  if (accepted.get('br')) return 'br';
  return (accepted.get('gzip') ?? accepted.get('*')) ? 'gzip' : 'identity';
}

export async function encode(plain: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'identity') return plain;
  if (encoding === 'gzip') return zip(plain);
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(plain, {
    params: {
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** Whether the client already has the response with this ETag (RFC 9110, 13.1.2: weak comparison). */
export function isNotModified(
  { 'if-none-match': known }: Pick<IncomingHttpHeaders, 'if-none-match'>,
  etag: string | undefined,
): boolean {
  if (known === undefined || etag === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
