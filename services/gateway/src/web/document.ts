import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What the build writes where the site's own address belongs: it is known only where the site runs. */
const ORIGIN_PLACEHOLDER = '%PUBLIC_ORIGIN%';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A text of the build with what was filled in, ready to be sent in any encoding; each is made once, when first asked for. */
export type Document = { type: string; text: string; bytes(encoding: Encoding): Promise<Buffer> };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export function createDocument(type: string, text: string): Document {
  const plain = Buffer.from(text);
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    text,
    bytes: (encoding) => {
      const bytes = made.get(encoding) ?? encode(plain, encoding);
      made.set(encoding, bytes);
      return bytes;
    },
  };
}

async function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return plain;
  if (encoding === 'gzip') return zip(plain);
  return brotli(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
}

/** Without an origin, addresses stay within the site. */
export const fillOrigin = (text: string, origin: string | undefined): string =>
  text.replaceAll(ORIGIN_PLACEHOLDER, () => origin ?? '');

/** Lines that mean something only with an origin. */
export const withoutOriginLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes(ORIGIN_PLACEHOLDER))
    .join('\n');

/** The encoding to answer in: brotli where it is accepted, then gzip. `q=0` means never. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity';
}
